// The number of lines of play of a given length, which tests the correctness and the speed of the
// rules.
#pragma once

#include "core/board/position.hpp"

namespace obversi {

// A pass counts as one ply, a finished game as one leaf.
std::uint64_t perft(const Position& position, int size, int depth);

}  // namespace obversi
