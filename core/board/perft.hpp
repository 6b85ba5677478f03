// The number of lines of play of a given length, the measure of a rule book's truth and speed.
#pragma once

#include "core/board/position.hpp"

namespace obversi {

// A pass counts as one ply, a finished game as one leaf.
std::uint64_t perft(const Position& position, int size, int depth);

}  // namespace obversi
