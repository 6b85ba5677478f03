// Minimax without any cut-off (R0, algorithms 1 and 2).
#pragma once

#include "core/textbook/search.hpp"

namespace obversi::textbook {

// For a game that is not over, and a depth of 1 or more.
Found minimax(const Position& position, int depth, const Heuristic& heuristic, Watch& watch,
              LeafView view = LeafView::root, Trace* trace = nullptr);

}  // namespace obversi::textbook
