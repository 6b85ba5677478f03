// Monte Carlo tree search.
#pragma once

#include <stdexcept>

#include "core/players/player.hpp"
#include "core/textbook/mcts.hpp"

namespace obversi {

class MonteCarloPlayer final : public Player {
  public:
    MonteCarloPlayer(const GameKind& kind, const textbook::MctsSettings& settings)
        : Player(kind), search_(kind, settings) {
        if (settings.playouts == 0 && settings.seconds <= 0)
            throw std::invalid_argument("Monte Carlo tree search needs a limit");
    }

    std::unique_ptr<Player> clone() const override {
        return std::make_unique<MonteCarloPlayer>(*this);
    }

    void begin(std::uint64_t seed) override { random_ = Random(seed, 0); }

    Choice choose(const Position& position, textbook::Watch& watch) override {
        if (const auto only = only_choice(position)) return *only;
        const textbook::MctsFound found = search_.search(position, random_.next(), watch);
        return {found.move, found.nodes};
    }

  private:
    textbook::Mcts search_;
    Random random_;
};

}  // namespace obversi
