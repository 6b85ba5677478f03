// Minimax with alpha-beta cut-offs, moves in the order of the squares (R0, algorithms 3 and 4).
#pragma once

#include "core/textbook/search.hpp"

namespace obversi::textbook {

// For a game that is not over, and a depth of 1 or more. Finds the move and the value of minimax.
Found alpha_beta(const Position& position, int depth, const Heuristic& heuristic, Watch& watch,
                 LeafView view = LeafView::root, Trace* trace = nullptr);

}  // namespace obversi::textbook
