// The squares seen from each square along the eight directions.
#pragma once

#include <array>

#include "core/board/bits.hpp"

namespace obversi {

// Along the four lines: row, anti-diagonal, column, diagonal, whose steps are 1, 7, 8 and 9 bits.
struct alignas(64) Rays {
    std::array<Bits, 4> up;    // towards higher bits
    std::array<Bits, 4> down;  // towards lower bits
};

namespace detail {
constexpr Bits ray(Square from, int row_step, int column_step) {
    Bits seen = 0;
    int row = from / 8 + row_step, column = from % 8 + column_step;
    for (; row >= 0 && row < 8 && column >= 0 && column < 8; row += row_step, column += column_step)
        seen |= bit(8 * row + column);
    return seen;
}

constexpr std::array<Rays, 64> make_rays() {
    constexpr int kRowStep[4] = {0, 1, 1, 1}, kColumnStep[4] = {1, -1, 0, 1};
    std::array<Rays, 64> rays{};
    for (Square square = 0; square < 64; ++square)
        for (int line = 0; line < 4; ++line) {
            rays[square].up[line] = ray(square, kRowStep[line], kColumnStep[line]);
            rays[square].down[line] = ray(square, -kRowStep[line], -kColumnStep[line]);
        }
    return rays;
}
}  // namespace detail

inline constexpr std::array<Rays, 64> kRays = detail::make_rays();

}  // namespace obversi
