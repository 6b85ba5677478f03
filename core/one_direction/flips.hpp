// The rules of R2's published program: a move is legal as ever, but flips discs in one direction
// only, the first that has any.
#pragma once

#include "core/board/position.hpp"
#include "core/board/rays.hpp"

namespace obversi::one_direction {

inline constexpr int kSize = 8;

// R2's program has black on d4 and e5. Since it tries the directions in a fixed order, games from
// the other start are not images of its games.
inline constexpr Position kStart{start_white(8), start_black(8)};

namespace detail {
inline Bits flips_up(Bits ray, Bits own, Bits opp) {
    const Bits stops = ray & ~opp, first = stops & -stops;
    return first & own ? ray & (first - 1) : 0;
}
inline Bits flips_down(Bits ray, Bits own, Bits opp) {
    const Bits stops = ray & ~opp, first = stops ? bit(63 - std::countl_zero(stops)) : 0;
    return first & own ? ray & ~(2 * first - 1) : 0;
}
}  // namespace detail

// The directions in R2's order: up, down, left and right on the board, then the diagonals up left,
// up right, down left and down right. Rays towards higher bits lead down the board.
inline Bits flips(Square square, Bits own, Bits opp) {
    constexpr int kRow = 0, kAntiDiagonal = 1, kColumn = 2, kDiagonal = 3;
    const auto& [higher, lower] = kRays[square];
    if (const Bits up = detail::flips_down(lower[kColumn], own, opp)) return up;
    if (const Bits down = detail::flips_up(higher[kColumn], own, opp)) return down;
    if (const Bits left = detail::flips_down(lower[kRow], own, opp)) return left;
    if (const Bits right = detail::flips_up(higher[kRow], own, opp)) return right;
    if (const Bits found = detail::flips_down(lower[kDiagonal], own, opp)) return found;
    if (const Bits found = detail::flips_down(lower[kAntiDiagonal], own, opp)) return found;
    if (const Bits found = detail::flips_up(higher[kAntiDiagonal], own, opp)) return found;
    return detail::flips_up(higher[kDiagonal], own, opp);
}

inline Position played(const Position& position, Square square) {
    return position.played(square, flips(square, position.own, position.opp));
}

}  // namespace obversi::one_direction
