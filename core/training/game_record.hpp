// A game as training data keep it: 136 bytes, little-endian, from the start position of its size.
// Positions and their values are made from it when an evaluation is fitted.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "core/board/bits.hpp"

namespace obversi {

struct GameRecord {
    static constexpr int kMoves = 60;
    static constexpr std::uint8_t kNoMove = 0xff;
    static constexpr std::int8_t kUnknown = -128;
    enum Source : std::uint8_t { self_play, added };

    std::uint8_t moves[kMoves];   // squares; passes are not written, kNoMove behind the end
    std::int8_t values[kMoves];   // the mover's margin before each move, or kUnknown
    std::uint64_t by_chance = 0;  // bit k: move k, so that what follows says nothing about before
    std::uint32_t number = 0;     // of the games that belong together: a trunk and its branches
    std::uint8_t exact_from = kMoves;  // from this ply on values are exact and play is perfect
    std::uint8_t first = 0;            // earlier positions are the trunk's, or begin a branch
    std::int8_t margin = 0;            // at the end, for the player who made the first move
    Source source = self_play;

    GameRecord() {
        std::ranges::fill(moves, kNoMove);
        std::ranges::fill(values, kUnknown);
    }

    bool operator==(const GameRecord&) const = default;

    int length() const {
        return static_cast<int>(std::ranges::find(moves, kNoMove) - std::ranges::begin(moves));
    }
    bool is_by_chance(int ply) const { return by_chance >> ply & 1; }
};

static_assert(sizeof(GameRecord) == 136 && std::is_trivially_copyable_v<GameRecord>);
static_assert(std::endian::native == std::endian::little);

}  // namespace obversi
