// The end of a game played perfectly: every line of play to its end, by alpha-beta.
#pragma once

#include "core/textbook/search.hpp"

namespace obversi::textbook {

// The margin that the player to move can be sure of, and a move that keeps it: the pass where there
// is no other, and for a finished game. Each empty square more takes two to three times as long;
// with 12 it is about a millisecond.
Found perfect(const Position& position, const GameKind& kind, Watch& watch);

}  // namespace obversi::textbook
