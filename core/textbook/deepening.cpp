#include "core/textbook/deepening.hpp"

#include <algorithm>
#include <array>

namespace obversi::textbook {
namespace {

// R2's measurement: the mover's choices by the number of discs on the 8×8 board, in random games.
constexpr std::array<double, 65> kBreadths = {
    0.,     0.,         0.,         0.,         4.,     3.,     4.625,  5.05,       5.75,   6.075,
    7.125,  7.45,       8.05,       8.125,      8.975,  8.925,  9.1,    9.975,      9.725,  10.35,
    11.,    10.575,     11.525,     11.275,     11.4,   12.15,  11.525, 11.85,      12.275, 11.975,
    12.425, 11.725,     12.9,       12.25,      12.975, 12.375, 12.75,  11.725,     12.175, 11.575,
    12.075, 11.125,     11.6,       10.85,      10.75,  10.125, 10.5,   9.05,       9.5,    8.5,
    8.475,  7.65,       7.5,        6.675,      6.95,   5.55,   5.3,    4.46341463, 4.15,   3.475,
    2.825,  2.11904762, 1.43478261, 0.70175439, 0.};

// Nothing better can be found: a win, or one by all squares where margins count. Where finished
// games are only evaluated, this is unknown.
bool is_the_best_there_is(double value, const Heuristic& heuristic) {
    switch (heuristic.finished()) {
        case Finished::result:
            return value == 1;
        case Finished::margin:
            return value >= kWinPoints * heuristic.kind().size * heuristic.kind().size;
        default:
            return false;
    }
}

// For a position whose search found this value.
bool is_won(double value, const Heuristic& heuristic) {
    switch (heuristic.finished()) {
        case Finished::result:
            return value == 1;
        case Finished::margin:
            return value >= kWinPoints;
        default:
            return false;
    }
}

}  // namespace

double average_breadth(const Position& position, int depth, const GameKind& kind) {
    const int discs = count(position.own | position.opp) + depth - 1;
    const int cells = kind.size * kind.size;
    return kBreadths[std::min(discs, cells) * 64 / cells];
}

bool is_worth_a_ply(double used, double breadth, bool move_changed, double q, double time_out) {
    return (used * breadth < q * time_out || move_changed) && used / q < time_out;
}

Deepened deepening(const Position& position, const DeepeningLimits& limits,
                   const Heuristic& heuristic, Watch& watch) {
    const auto begin = Watch::Clock::now();
    const auto used = [&] {
        return std::chrono::duration<double>(Watch::Clock::now() - begin).count();
    };
    const double time_out = limits.q * limits.seconds;
    Maximax maximax(heuristic, watch, limits.table_entries);
    Deepened found;
    try {
        const Watch::TimeLimit limit(watch, time_out);
        int depth = std::min(2, limits.depth);
        bool move_changed = true;
        do {
            const Found deeper = maximax(position, depth);
            move_changed = found.depth == 0 || deeper.move != found.move;
            found = {deeper, maximax.saw_the_end() || is_won(deeper.value, heuristic)};
            ++depth;
        } while (depth <= limits.depth && !maximax.saw_the_end() &&
                 !is_the_best_there_is(found.value, heuristic) &&
                 is_worth_a_ply(used(), average_breadth(position, depth, heuristic.kind()),
                                move_changed, limits.q, time_out));
    } catch (const OutOfTime&) {
    }
    if (found.depth == 0) found = {maximax(position, 1)};
    found.nodes = maximax.nodes();
    found.evaluations = maximax.evaluations();
    return found;
}

}  // namespace obversi::textbook
