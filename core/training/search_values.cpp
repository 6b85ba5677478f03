#include "core/training/search_values.hpp"

#include <algorithm>
#include <limits>

#include "core/board/game_kind.hpp"
#include "core/bulk/workers.hpp"
#include "core/search/engine.hpp"

namespace obversi {
namespace {

constexpr std::size_t kHashBytes = 4 << 20;

class Searcher {
  public:
    Searcher(const SearchValuesSettings& settings,
             const std::shared_ptr<const Evaluation>& evaluation, const StopFlag& stop)
        : settings_(settings),
          kind_(settings.size, settings.rules),
          engine_(1, kHashBytes),
          stop_(stop) {
        engine_.use(evaluation);
    }

    void search(const Position& position, std::span<float> row) {
        const int empties = kind_.empties(position);
        // The deeper searches of a position before it would answer for shallow ones.
        engine_.clear();
        std::ranges::fill(row, std::numeric_limits<float>::quiet_NaN());
        if (empties > 0)
            row[0] = static_cast<float>(engine_.evaluate(position, kind_.size, kind_.rules));
        Switches switches;
        switches.probcut = false;
        engine_.set(switches);
        for (int depth = 1; depth <= settings_.depth && depth < empties; ++depth)
            row[depth] = run(position, depth);
        if (empties > settings_.exact_empties) return;
        engine_.set(Switches{});
        row.back() = run(position, 0);
    }

  private:
    // To a depth, or to the end for 0.
    float run(const Position& position, int depth) {
        Task task;
        task.position = position;
        task.size = kind_.size;
        task.rules = kind_.rules;
        task.limits.depth = depth;
        task.exact = depth == 0;
        return static_cast<float>(engine_.run(task, &stop_).lines.front().margin);
    }

    const SearchValuesSettings& settings_;
    const GameKind kind_;
    Engine engine_;
    const StopFlag& stop_;
};

}  // namespace

void search_values(std::span<const Position> positions, const SearchValuesSettings& settings,
                   const std::shared_ptr<const Evaluation>& evaluation,
                   const std::function<void()>& look, std::span<float> values) {
    const std::size_t width = settings.depth + 2;
    share_out(positions.size(), settings.threads, look, [&](const StopFlag& stop) {
        auto searcher = std::make_unique<Searcher>(settings, evaluation, stop);
        return [&, searcher = std::move(searcher)](std::size_t i) {
            searcher->search(positions[i], values.subspan(i * width, width));
        };
    });
}

}  // namespace obversi
