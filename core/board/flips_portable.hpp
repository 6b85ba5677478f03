// The discs a move turns, in plain C++.
#pragma once

#include "core/board/rays.hpp"

namespace obversi::portable {

[[gnu::always_inline]] inline Bits flips(Square square, Bits own, Bits opp) {
    const Rays& rays = kRays[square];
    Bits flipped = 0;
    for (int line = 0; line < 4; ++line) {
        // Upwards a carry runs through the opponent's discs and stops at the first other square.
        const Bits ray = rays.up[line];
        const Bits end = ((opp | ~ray) + 1) & own & ray;
        flipped |= (end - (end != 0)) & ray;
    }
    for (int line = 0; line < 4; ++line) {
        // Downwards that square is the highest one that is not the opponent's.
        const Bits ray = rays.down[line];
        const Bits stop = std::bit_floor(ray & ~opp);
        const Bits end = stop & own;
        flipped |= -(end << 1) & ray;
    }
    return flipped;
}

}  // namespace obversi::portable
