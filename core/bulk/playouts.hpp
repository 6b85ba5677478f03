// Random games in bulk.
#pragma once

#include <span>

#include "core/board/rules.hpp"

namespace obversi {

struct Playout {
    std::int8_t margin;  // for the player to move at the beginning
    std::uint8_t plies;  // moves and passes played
};

// Plays a random game from every start, to the end. Game i depends on its start, the seed and
// `first_stream + i` alone. 64 bits of fresh randomness a move.
void random_playouts(std::span<const Position> starts, int size, Rules rules, std::uint64_t seed,
                     std::uint64_t first_stream, std::span<Playout> results);

}  // namespace obversi
