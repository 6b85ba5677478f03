// The positions of recorded games, and their values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/board/rules.hpp"
#include "core/training/game_record.hpp"

namespace obversi {

// How a margin became known, the surest first.
enum class MarginSource : std::uint8_t {
    exact,     // by exact search
    played,    // the end, or the exact margin, that play without a random move led to
    searched,  // by the search before the random move that play without one led to
};

// A column each, a row a position, in the order of the games and plies.
struct ExpandedPositions {
    std::vector<Bits> own, opp;  // the canonical image, seen by the player to move, who has a move
    std::vector<float> margin;   // the mover's, in discs
    std::vector<std::uint8_t> empties;
    std::vector<MarginSource> source;
    std::vector<std::uint32_t> game;  // the record's number

    explicit ExpandedPositions(std::size_t count)
        : own(count), opp(count), margin(count), empties(count), source(count), game(count) {}

    std::size_t size() const { return own.size(); }
};

// All positions whose margin is known. A margin that is not exact is the mean of the margin of the
// source and of the lambda-return of TD(lambda): in that the searched value of the position itself
// has the share 1 - lambda, that of the next position lambda times as much, and so on; the margin
// of the source has the rest. Throws std::runtime_error, which names the first record that cannot
// have been played on such a board by such rules.
ExpandedPositions expand(std::span<const GameRecord> records, int size, Rules rules, float lambda,
                         int threads);

}  // namespace obversi
