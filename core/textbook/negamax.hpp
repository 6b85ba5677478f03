// Alpha-beta with one function for both players (R3): each level sees the window from its own side.
#pragma once

#include "core/textbook/search.hpp"

namespace obversi::textbook {

// For a game that is not over, and a depth of 1 or more. Finds the move and the value of minimax.
Found negamax(const Position& position, int depth, const Heuristic& heuristic, Watch& watch);

}  // namespace obversi::textbook
