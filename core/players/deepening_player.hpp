// R2's search against the clock.
#pragma once

#include <utility>

#include "core/players/player.hpp"
#include "core/textbook/deepening.hpp"

namespace obversi {

class DeepeningPlayer final : public Player {
  public:
    DeepeningPlayer(std::shared_ptr<const Heuristic> heuristic,
                    const textbook::DeepeningLimits& limits)
        : Player(heuristic->kind()), heuristic_(std::move(heuristic)), limits_(limits) {}

    std::unique_ptr<Player> clone() const override {
        return std::make_unique<DeepeningPlayer>(*this);
    }

    Choice choose(const Position& position, textbook::Watch& watch) override {
        if (const auto only = only_choice(position)) return *only;
        const textbook::Found found = textbook::deepening(position, limits_, *heuristic_, watch);
        return {found.move, found.nodes};
    }

  private:
    std::shared_ptr<const Heuristic> heuristic_;
    textbook::DeepeningLimits limits_;
};

}  // namespace obversi
