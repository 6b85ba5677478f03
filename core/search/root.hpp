// The search from the root position: first deeper, then less selective, step by step.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "core/board/symmetry.hpp"
#include "core/search/search_impl.hpp"
#include "core/search/task.hpp"

namespace obversi {

template <class V>
class Root {
  public:
    Root(Shared& shared, Search<V>& search, const Task& task, Clock::time_point begin)
        : shared_(shared),
          search_(search),
          task_(task),
          begin_(begin),
          node_(Node::root<V>(task.position, *shared.evaluation)),
          lower_(task.lower <= -V::kSquares ? -V::kSquares - 1 : task.lower),
          upper_(task.upper >= V::kSquares ? V::kSquares + 1 : task.upper) {
        list_moves();
    }

    // Calls `on_report` after each step. There is always a legal move in the report.
    Report run(const std::function<void(const Report&)>& on_report) {
        Report report = report_of(0, kBold, false);
        const std::vector<Step> steps = this->steps();
        const bool to_end = !task_.exact && steps.back().depth == node_.n;
        bool exact_next = false;
        for (const auto& [depth, level] : steps) {
            // A decided position needs no more preparation.
            const bool decided = depth > 1 && std::abs(moves_[0].value) > V::kSquares / 2;
            if (task_.exact && decided && depth < node_.n) continue;
            if (to_end && depth == node_.n - kGap + 1) exact_next = time_for_exact();
            if (exact_next && depth < node_.n) continue;
            const bool whole = step(depth, level);
            if (searched_ >= wanted_lines() || whole) report = report_of(depth, level, whole);
            if (!whole) break;
            if (on_report) on_report(report);
        }
        report.nodes = nodes();
        report.seconds = seconds();
        return report;
    }

  private:
    // With at most this many empty squares, preparation does not pay.
    static constexpr int kSmall = 9;
    // The search to the end of the game takes over from deepening at this distance from it. Where
    // the time does not suffice for that, deepening goes on.
    static constexpr int kGap = 8, kLeastGap = 3;
    // How much longer than deepening to that distance the exact search takes with 20 empty
    // squares, how many more nodes it has, and by what both grow with each more.
    static constexpr double kExactTime = V::kReversed ? 80 : 20;
    static constexpr double kExactNodes = V::kReversed ? 400 : 70;
    static constexpr double kExactGrowth = 1.4;
    // Before an exact search of the normal game deepening goes on for longer, in steps of two
    // plies, and the last step is less selective. docs/search.md has the trials.
    static constexpr int kExactGap = 6, kExactStep = 2;
    static constexpr Level kLastLevel = 2;  // 95 %
    // From here on a selective search to the end is far cheaper than an exact one.
    static constexpr int kSelective = 23;

    // A move; those that are images of it are not searched themselves.
    struct RootMove {
        Move move;
        int value;
        Bound bound;
        Variation line;
        Position after;
        std::vector<Symmetry> images;  // that lead from `after` to what they lead to
    };
    struct Step {
        int depth;
        Level level;
    };

    void list_moves() {
        const Bits legal = task_.position.legal_moves(V::kSize);
        if (!legal) {
            moves_.push_back(
                {{kPass, 0, 0},
                 -search_.quick(node_.passed(*shared_.evaluation), -V::kSquares, V::kSquares, 0),
                 Bound::exact,
                 {},
                 task_.position.passed(),
                 {}});
        }
        for (const Move& move : MoveList(task_.position, legal & task_.moves)) {
            const Position after = task_.position.played(move.square, move.turned);
            if (is_image(after)) continue;
            Variation line;
            line.length = 0;
            const Node child = node_.played<V>(move.square, move.turned, *shared_.evaluation);
            moves_.push_back({move,
                              -search_.quick(child, -V::kSquares, V::kSquares, 1),
                              Bound::exact,
                              line,
                              after,
                              {}});
        }
        std::ranges::stable_sort(moves_, std::greater{}, &RootMove::value);
    }

    // Whether an earlier move leads to an image of this position, as the first moves of a game do.
    bool is_image(const Position& after) {
        for (RootMove& earlier : moves_)
            for (Symmetry symmetry = 1; symmetry < kSymmetries; ++symmetry)
                if (transformed(earlier.after, symmetry, V::kSize) == after) {
                    earlier.images.push_back(symmetry);
                    return true;
                }
        return false;
    }

    std::vector<Step> steps() const {
        const int n = node_.n;
        const int max_depth = task_.limits.depth;
        std::vector<Step> steps;
        if (!task_.exact && max_depth && max_depth < n) {
            for (int depth = 1; depth <= max_depth; ++depth) steps.push_back({depth, kBold});
            return steps;
        }
        // Deepening orders the moves for the exact search and guesses its value.
        if (n > kSmall && task_.exact && !V::kReversed) {
            const int last = n - kExactGap;
            for (int depth = 2 - last % kExactStep; depth <= last; depth += kExactStep)
                steps.push_back({depth, depth < last ? kBold : kLastLevel});
        } else if (n > kSmall) {
            const int last = n - (task_.exact ? kGap : kLeastGap);
            for (int depth = 1; depth <= last; ++depth) steps.push_back({depth, kBold});
        }
        // Under a limit the exact search may not come to its end.
        if (n >= kSelective && !task_.exact && shared_.switches.selective_passes)
            steps.push_back({n, kBold});
        steps.push_back({n, kUnselective});
        return steps;
    }

    // Whether the exact search probably ends within the limits.
    bool time_for_exact() const {
        const double growth = std::pow(kExactGrowth, node_.n - 20);
        const auto suffices = [&](double limit, double used, double factor) {
            return limit == 0 || limit - used > growth * factor * used;
        };
        return suffices(task_.limits.seconds, seconds(), kExactTime) &&
               suffices(static_cast<double>(task_.limits.nodes), static_cast<double>(nodes()),
                        kExactNodes);
    }

    int wanted_lines() const { return std::min<int>(task_.lines, static_cast<int>(moves_.size())); }

    // Searches all moves; false if that was interrupted. The first `searched_` of them are done.
    bool step(int depth, Level level) {
        searched_ = 0;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            RootMove found = moves_[i];
            const int guess = found.value;
            const int rival = searched_ >= wanted_lines()
                                  ? std::max(lower_, moves_[wanted_lines() - 1].value)
                                  : lower_;
            bool decided = false;
            if (searched_ >= wanted_lines()) {
                found.value = value(found, rival, rival + 1, depth, level, nullptr);
                found.bound = Bound::at_most;
                decided = found.value <= rival;
            }
            if (!decided && !search_.interrupted())
                within(found, rival, upper_, searched_ ? std::max(found.value, rival + 1) : guess,
                       depth, level);
            if (search_.interrupted()) return false;
            // Into its place among those done, behind its equals.
            std::size_t place = searched_;
            while (place > 0 && moves_[place - 1].value < found.value) --place;
            for (std::size_t at = i; at > place; --at) moves_[at] = moves_[at - 1];
            moves_[place] = found;
            ++searched_;
            if (found.value >= upper_ && wanted_lines() == 1) break;
        }
        return true;
    }

    int value(const RootMove& found, int alpha, int beta, int depth, Level level, Variation* line) {
        if (found.move.square != kPass)
            return search_.search_child(node_, found.move, alpha, beta, depth, level, line);
        if (line)
            return -search_.principal(node_.passed(*shared_.evaluation), -beta, -alpha, depth,
                                      level, *line);
        return -search_.null_window(node_.passed(*shared_.evaluation), -beta, depth, level);
    }

    // The value of a move between two bounds, by a narrow window around a guess that moves and
    // widens until the value lies inside.
    void within(RootMove& found, int lower, int upper, int guess, int depth, Level level) {
        const bool to_end = depth >= node_.n;
        int width = to_end && level == kUnselective ? 1 : 3;
        if (to_end) guess &= ~1;
        int alpha = std::clamp(guess - width, lower, upper - 1);
        int beta = std::clamp(guess + width, alpha + 1, upper);
        bool failed_low = false, failed_high = false;
        for (;;) {
            Variation line;
            found.value = value(found, alpha, beta, depth, level, &line);
            if (search_.interrupted()) return;
            // A search that fails on both sides, as selective ones may, gets the whole window.
            width *= 2;
            if (found.value <= alpha && alpha > lower) {
                beta = failed_high ? upper : alpha + 1;
                alpha = failed_high ? lower : std::max(lower, found.value - width);
                failed_low = true;
            } else if (found.value >= beta && beta < upper) {
                alpha = failed_low ? lower : beta - 1;
                beta = failed_low ? upper : std::min(upper, found.value + width);
                failed_high = true;
            } else {
                found.line = line;
                found.bound = found.value <= lower   ? Bound::at_most
                              : found.value >= upper ? Bound::at_least
                                                     : Bound::exact;
                return;
            }
        }
    }

    Report report_of(int depth, Level level, bool whole) const {
        Report report;
        report.depth = depth;
        report.selectivity = kSelectivities[level].percent;
        report.exact = whole && depth >= node_.n && level == kUnselective;
        report.nodes = nodes();
        report.seconds = seconds();
        for (int i = 0; i < wanted_lines(); ++i) {
            const RootMove& found = moves_[i];
            Line line;
            line.margin = found.value;
            line.bound = found.bound;
            line.depth = depth;
            line.selectivity = report.selectivity;
            line.exact = report.exact;
            add_line(report, line, found, 0);
            for (const Symmetry symmetry : found.images) add_line(report, line, found, symmetry);
        }
        return report;
    }

    // Adds the image of a move and its variation, unless there are enough lines.
    void add_line(Report& report, Line line, const RootMove& found, Symmetry symmetry) const {
        if (static_cast<int>(report.lines.size()) >= task_.lines) return;
        const auto image = [&](Square square) {
            return square == kPass ? kPass : lowest(transformed(bit(square), symmetry, V::kSize));
        };
        line.move = image(found.move.square);
        line.moves.push_back(line.move);
        for (int at = 0; at < found.line.length; ++at)
            line.moves.push_back(image(found.line.moves[at]));
        report.lines.push_back(line);
    }

    std::uint64_t nodes() const {
        return shared_.nodes.load(std::memory_order_relaxed) + search_.uncounted_nodes();
    }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

    Shared& shared_;
    Search<V>& search_;
    const Task& task_;
    const Clock::time_point begin_;
    const Node node_;
    const int lower_, upper_;
    std::vector<RootMove> moves_;
    int searched_ = 0;
};

}  // namespace obversi
