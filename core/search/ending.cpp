#include "core/search/ending.hpp"

#include "core/bulk/workers.hpp"
#include "core/search/solver.hpp"
#include "core/search/variant.hpp"

namespace obversi {
namespace {

template <class V>
class EndingOf final : public Ending {
  public:
    explicit EndingOf(const StopFlag& stop) { solver_.obey(stop); }

    // Searches repeatedly whether the margin is more than what the last answer makes likely; what
    // is remembered makes each question cheaper than the one before.
    int margin(const Position& position) override {
        int lower = -V::kSquares, upper = V::kSquares, alpha = 0;
        while (lower < upper) {
            const int bound = solver_.solve(position, alpha);
            (bound > alpha ? lower : upper) = bound;
            alpha = bound > alpha ? bound : bound - 1;
        }
        return lower;
    }

    int result(const Position& position) override {
        const int bound = solver_.solve(position, 0);
        if (bound != 0) return bound > 0 ? 1 : -1;
        return solver_.solve(position, -1) < 0 ? -1 : 0;
    }

  private:
    Switches switches_;
    Solver<V> solver_{switches_};
};

}  // namespace

std::unique_ptr<Ending> Ending::make(const GameKind& kind, const StopFlag& stop) {
    return with_variant(kind.rules, kind.size, [&]<class V>() -> std::unique_ptr<Ending> {
        return std::make_unique<EndingOf<V>>(stop);
    });
}

void exact_margins(std::span<const Position> positions, const GameKind& kind, int threads,
                   const std::function<void()>& look, std::span<std::int8_t> margins) {
    share_out(positions.size(), threads, look, [&](const StopFlag& stop) {
        return [&, ending = Ending::make(kind, stop)](std::size_t i) {
            margins[i] = static_cast<std::int8_t>(ending->margin(positions[i]));
        };
    });
}

}  // namespace obversi
