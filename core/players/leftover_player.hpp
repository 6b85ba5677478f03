// R2's search against the clock, and Monte Carlo tree search in the time that it leaves over.
#pragma once

#include <chrono>
#include <utility>

#include "core/players/player.hpp"
#include "core/textbook/deepening.hpp"
#include "core/textbook/mcts.hpp"

namespace obversi {

class LeftoverPlayer final : public Player {
  public:
    // The move of R2's search is replaced by the one that was tried most if that one was won more
    // often by more than `lead`. The seconds are those of `limits`, for both searches together.
    LeftoverPlayer(std::shared_ptr<const Heuristic> heuristic,
                   const textbook::DeepeningLimits& limits, const textbook::MctsSettings& settings,
                   double lead)
        : Player(heuristic->kind()),
          heuristic_(std::move(heuristic)),
          limits_(limits),
          mcts_(kind(), settings),
          lead_(lead) {}

    std::unique_ptr<Player> clone() const override {
        return std::make_unique<LeftoverPlayer>(*this);
    }

    void begin(std::uint64_t seed) override { random_ = Random(seed, 0); }

    Choice choose(const Position& position, textbook::Watch& watch) override {
        if (const auto only = only_choice(position)) return *only;
        const auto begin = textbook::Watch::Clock::now();
        const std::uint64_t seed = random_.next();
        const textbook::Deepened found = textbook::deepening(position, limits_, *heuristic_, watch);
        const std::chrono::duration<double> used = textbook::Watch::Clock::now() - begin;
        const double left = limits_.seconds - used.count();
        if (found.is_settled || left <= 0) return {found.move, found.nodes};
        mcts_.limit_seconds(left);
        const textbook::MctsFound tried = mcts_.search(position, seed, watch);
        const bool is_replaced = tried.lead_over(found.move) > lead_;
        return {is_replaced ? tried.move : found.move, found.nodes + tried.nodes};
    }

  private:
    std::shared_ptr<const Heuristic> heuristic_;
    textbook::DeepeningLimits limits_;
    textbook::Mcts mcts_;
    double lead_;
    Random random_;
};

}  // namespace obversi
