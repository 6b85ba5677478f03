// The eight symmetries of the square board.
#pragma once

#include "core/board/position.hpp"

namespace obversi {

// Three bits, applied in this order: transpose (4), turn upside down (2), mirror left-right (1).
using Symmetry = int;
inline constexpr int kSymmetries = 8;

namespace detail {
constexpr Bits swapped(Bits bits, Bits mask, int distance) {
    const Bits difference = (bits ^ (bits >> distance)) & mask;
    return bits ^ difference ^ (difference << distance);
}
constexpr Bits transposed(Bits bits) {
    bits = swapped(bits, 0x00aa00aa00aa00aaULL, 7);
    bits = swapped(bits, 0x0000cccc0000ccccULL, 14);
    return swapped(bits, 0x00000000f0f0f0f0ULL, 28);
}
constexpr Bits upside_down(Bits bits) {
    bits = swapped(bits, 0x00ff00ff00ff00ffULL, 8);
    bits = swapped(bits, 0x0000ffff0000ffffULL, 16);
    return (bits >> 32) | (bits << 32);
}
constexpr Bits mirrored(Bits bits) {
    bits = swapped(bits, 0x5555555555555555ULL, 1);
    bits = swapped(bits, 0x3333333333333333ULL, 2);
    return swapped(bits, 0x0f0f0f0f0f0f0f0fULL, 4);
}
}  // namespace detail

constexpr Bits transformed(Bits bits, Symmetry symmetry, int size) {
    if (symmetry & 4) bits = detail::transposed(bits);
    // A smaller board lands at the far side of the word and is pushed back to its corner.
    if (symmetry & 2) bits = detail::upside_down(bits) >> (8 * (8 - size));
    if (symmetry & 1) bits = detail::mirrored(bits) >> (8 - size);
    return bits;
}

constexpr Position transformed(const Position& position, Symmetry symmetry, int size) {
    return {transformed(position.own, symmetry, size), transformed(position.opp, symmetry, size)};
}

struct Canonical {
    Position position;
    Symmetry symmetry;  // that leads to it
};

// The smallest of the eight images, own discs compared first.
constexpr Canonical canonical(const Position& position, int size) {
    Canonical best{position, 0};
    for (Symmetry symmetry = 1; symmetry < kSymmetries; ++symmetry) {
        const Position image = transformed(position, symmetry, size);
        if (image.own < best.position.own ||
            (image.own == best.position.own && image.opp < best.position.opp))
            best = {image, symmetry};
    }
    return best;
}

}  // namespace obversi
