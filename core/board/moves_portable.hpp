// The squares the mover may play on, in plain C++.
#pragma once

#include "core/board/bits.hpp"

namespace obversi::portable {

// No line that turns discs of the files a or h can go on beyond them sideways.
inline constexpr Bits kInnerFiles = 0x7e7e7e7e7e7e7e7eULL;

// Both directions of one line: runs of `opp` next to `own` grow by one, one, two and two squares.
template <int Step>
constexpr Bits moves_along(Bits own, Bits opp) {
    Bits up = opp & (own << Step);
    Bits down = opp & (own >> Step);
    up |= opp & (up << Step);
    down |= opp & (down >> Step);
    const Bits up_pairs = opp & (opp << Step);
    const Bits down_pairs = up_pairs >> Step;
    up |= up_pairs & (up << 2 * Step);
    down |= down_pairs & (down >> 2 * Step);
    up |= up_pairs & (up << 2 * Step);
    down |= down_pairs & (down >> 2 * Step);
    return (up << Step) | (down >> Step);
}

constexpr Bits moves(Bits own, Bits opp) {
    const Bits inner = opp & kInnerFiles;
    return (moves_along<1>(own, inner) | moves_along<7>(own, inner) | moves_along<9>(own, inner) |
            moves_along<8>(own, opp)) &
           ~(own | opp);
}

}  // namespace obversi::portable
