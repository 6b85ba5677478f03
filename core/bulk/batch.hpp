// Many positions at once. Every function writes result i from position i alone, on `threads`
// threads.
#pragma once

#include <cstddef>
#include <span>

#include "core/board/rules.hpp"
#include "core/bulk/playouts.hpp"

namespace obversi::batch {

void legal_moves(std::span<const Position> positions, int size, int threads, std::span<Bits> masks);

void margins(std::span<const Position> positions, int size, Rules rules, int threads,
             std::span<std::int8_t> margins);

void canonical(std::span<const Position> positions, int size, int threads,
               std::span<Position> images);

// The squares of each position, row by row, as 0 and 1: own discs, then the opponent's.
void planes(std::span<const Position> positions, int size, int threads,
            std::span<std::uint8_t> cells);

// Whether each of the 65 moves is legal, as 0 and 1; the last is the pass.
void move_masks(std::span<const Position> positions, int size, int threads,
                std::span<std::int8_t> masks);

// A legal move of each position, drawn from the stream i of the seed: kPass if there is no square,
// also in a finished game.
void random_moves(std::span<const Position> positions, int size, std::uint64_t seed, int threads,
                  std::span<std::uint8_t> moves);

// Plays one move in each position; a finished game stays as it is, whatever its move. Returns the
// index of the first move that is not legal, in which case `after` is of no use, or the number of
// positions.
std::size_t play(std::span<const Position> positions, std::span<const std::uint8_t> moves, int size,
                 int threads, std::span<Position> after);

// The number of successors of each position: its moves, or one for a pass, or none at the end.
void count_successors(std::span<const Position> positions, int size, int threads,
                      std::span<std::int64_t> counts);

// `first[i]` is where the successors of position i begin, in the order of the squares. Returns
// whether there was room for all of them.
bool successors(std::span<const Position> positions, std::span<const std::int64_t> first, int size,
                int threads, std::span<std::uint8_t> moves, std::span<Position> after);

// random_playouts on several threads; the same games whatever their number.
void playouts(std::span<const Position> starts, int size, Rules rules, std::uint64_t seed,
              std::uint64_t first_stream, int threads, std::span<Playout> results);

}  // namespace obversi::batch
