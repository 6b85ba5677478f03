// How many discs the last move of a game flips. On a full board the mover's discs determine the
// opponent's, so that each of the four lines through the square is one look into a table.
// Squares beyond the edge of a smaller board hold no disc of the mover: they never end a line.
#pragma once

#include <array>

#include "core/board/bits.hpp"

namespace obversi {

namespace detail {

// [place of the empty square in its line][the mover's discs of the line]: discs turned.
constexpr std::array<std::array<std::uint8_t, 256>, 8> make_turned_in_line() {
    std::array<std::array<std::uint8_t, 256>, 8> turned{};
    for (int place = 0; place < 8; ++place)
        for (int own = 0; own < 256; ++own) {
            int sum = 0;
            for (int step : {-1, 1}) {
                int run = 0, at = place + step;
                while (at >= 0 && at < 8 && !(own >> at & 1)) {
                    ++run;
                    at += step;
                }
                if (at >= 0 && at < 8) sum += run;
            }
            turned[place][own] = static_cast<std::uint8_t>(sum);
        }
    return turned;
}
inline constexpr auto kTurnedInLine = make_turned_in_line();

struct DiagonalMasks {
    Bits falling, rising;
};
constexpr std::array<DiagonalMasks, 64> make_diagonal_masks() {
    std::array<DiagonalMasks, 64> masks{};
    for (Square square = 0; square < 64; ++square)
        for (int other = 0; other < 64; ++other) {
            const int rows = other / 8 - square / 8, columns = other % 8 - square % 8;
            if (rows == columns) masks[square].falling |= bit(other);
            if (rows == -columns) masks[square].rising |= bit(other);
        }
    return masks;
}
inline constexpr auto kDiagonalMasks = make_diagonal_masks();

}  // namespace detail

[[gnu::always_inline]] inline int last_flips(Square square, Bits own) {
    constexpr Bits kFileA = 0x0101010101010101ULL;
    const int row = square >> 3, column = square & 7;
    const auto& in_row = detail::kTurnedInLine[column];
    const auto& masks = detail::kDiagonalMasks[square];
    return in_row[own >> (8 * row) & 0xff] +
           detail::kTurnedInLine[row][((own >> column & kFileA) * 0x0102040810204080ULL) >> 56] +
           in_row[((own & masks.falling) * kFileA) >> 56] +
           in_row[((own & masks.rising) * kFileA) >> 56];
}

}  // namespace obversi
