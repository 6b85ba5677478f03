// The engine, on one thread.
#pragma once

#include <stdexcept>
#include <utility>

#include "core/evaluation/evaluation.hpp"
#include "core/players/player.hpp"
#include "core/search/engine.hpp"

namespace obversi {

class EnginePlayer final : public Player {
  public:
    // Without an evaluation every position is worth nothing until its end is seen.
    EnginePlayer(const GameKind& kind, std::shared_ptr<const Evaluation> evaluation,
                 const Limits& limits, std::size_t hash_bytes)
        : Player(kind),
          evaluation_(std::move(evaluation)),
          limits_(limits),
          engine_(1, hash_bytes) {
        if (limits.depth <= 0 && limits.nodes == 0 && limits.seconds <= 0)
            throw std::invalid_argument("an engine that plays needs a limit");
        if (!evaluation_) return;
        if (evaluation_->size() != kind.size || evaluation_->rules() != kind.rules)
            throw std::invalid_argument("the engine's evaluation is made for another game");
        engine_.use(evaluation_);
    }

    std::unique_ptr<Player> clone() const override {
        return std::make_unique<EnginePlayer>(kind(), evaluation_, limits_, engine_.hash_bytes());
    }

    // What it has learned in one game must not help it in the next.
    void begin(std::uint64_t) override { engine_.clear(); }

    Choice choose(const Position& position, textbook::Watch& watch) override {
        if (const auto only = only_choice(position)) return *only;
        engine_.start(
            {.position = position, .size = kind().size, .rules = kind().rules, .limits = limits_});
        try {
            while (!engine_.wait(kSecondsBetweenLooks)) {
                while (engine_.next_report()) {
                }
                watch.look();
            }
        } catch (...) {
            engine_.stop();
            throw;
        }
        const Report report = engine_.result();
        return {report.lines.front().move, report.nodes};
    }

  private:
    static constexpr double kSecondsBetweenLooks = 0.02;

    std::shared_ptr<const Evaluation> evaluation_;
    Limits limits_;
    Engine engine_;
};

}  // namespace obversi
