// The squares the mover may play on, for 64-bit ARM: plain registers, since there a shift costs
// nothing beside a logical operation, and along the rows one addition instead of six steps.
#pragma once

#include "core/board/flips_neon.hpp"
#include "core/board/moves_portable.hpp"

namespace obversi::aarch64 {

// A run of `inner` discs begins next to an own disc at its lowest bit only, so that adding that bit
// carries through the run to the square behind it.
inline Bits moves_up_the_row(Bits own, Bits inner) {
    return (inner + ((own << 1) & inner)) & ~inner;
}

[[gnu::always_inline]] inline Bits moves(Bits own, Bits opp) {
    const Bits inner = opp & portable::kInnerFiles;
    const Bits row =
        moves_up_the_row(own, inner) |
        neon::reversed_bits(moves_up_the_row(neon::reversed_bits(own), neon::reversed_bits(inner)));
    return (row | portable::moves_along<7>(own, inner) | portable::moves_along<9>(own, inner) |
            portable::moves_along<8>(own, opp)) &
           ~(own | opp);
}

}  // namespace obversi::aarch64
