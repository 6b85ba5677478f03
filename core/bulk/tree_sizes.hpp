// How large the trees of searches without any cut-off are.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/board/position.hpp"

namespace obversi {

// Writes a row of depth + 1 numbers for each position: the nodes at each ply, the position itself
// at ply 0. A pass is a ply; below a finished game there is nothing. look() is called now and then,
// in the caller's thread; what it throws ends the work.
void tree_sizes(std::span<const Position> positions, int size, int depth, int threads,
                const std::function<void()>& look, std::span<std::uint64_t> counts);

}  // namespace obversi
