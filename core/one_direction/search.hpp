// R2's searches by its own rules, with its own way to sort moves.
#pragma once

#include <cstdint>

#include "core/bulk/stop_flag.hpp"
#include "core/heuristics/heuristic.hpp"

namespace obversi::one_direction {

struct Found {
    double value = 0;  // to the player to move
    std::uint64_t nodes = 0;
};

// All of these throw Stopped soon after `stop` is set, in any thread.

// R2's double-alpha search without a table, for a game of 8×8 that is not over. A node is a call of
// the search: the moves of the last ply are evaluated and sorted, but not called. Moves are sorted
// by R2's insertion sort, whose keys stay where they are while the moves change places, so that the
// first move need not be the best.
Found alpha_beta(const Position& position, int depth, const Heuristic& heuristic,
                 const StopFlag& stop);

// How many positions such a search without cut-offs has before its last ply. A pass is a ply.
std::uint64_t minimax_nodes(const Position& position, int depth, const StopFlag& stop);

// Who wins with perfect play where the fewest discs win: 1 the player to move, -1 the other one, 0
// none.
int reversed_result(const Position& position, const StopFlag& stop);

}  // namespace obversi::one_direction
