// R2's search against the clock: maximax to a growing depth, and the rule that says when one more
// ply is worth beginning.
#pragma once

#include "core/textbook/maximax.hpp"

namespace obversi::textbook {

// No game is longer, passes included.
inline constexpr int kLongestGame = 128;

struct DeepeningLimits {
    double seconds;
    double q = 0.8;  // the share of the time that is used
    int depth = kLongestGame;
    std::size_t table_entries = kTableEntries;
};

struct Deepened : Found {
    // Whether a win was found, or every line was seen to its end: no other move can be better.
    bool is_settled = false;
};

// For a game that is not over. Gives the last search that was finished: the first is to depth 2,
// and where even that takes too long, to depth 1. Sets and clears the deadline of the watch.
Deepened deepening(const Position& position, const DeepeningLimits& limits,
                   const Heuristic& heuristic, Watch& watch);

// How many moves there are on average where a search to this depth makes its last ply.
double average_breadth(const Position& position, int depth, const GameKind& kind);

// R2's rule, with `time_out` the time that may be used at all, and `used` of it. One ply more is
// taken to cost `breadth` times as much as all so far; a move that has just changed is worth it.
bool is_worth_a_ply(double used, double breadth, bool move_changed, double q, double time_out);

}  // namespace obversi::textbook
