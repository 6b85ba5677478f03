// A hash of a position for the tables of the search, in a few cycles on every processor. The tables
// keep whole positions, so that a poor hash costs time only.
#pragma once

#include <bit>
#include <cstdint>

#include "core/board/bits.hpp"

namespace obversi {

// The upper half of a product depends on all bits of the lower half. By the rotation the colours of
// a square meet at different bits: otherwise a change of the colour of the last square would not
// change the hash.
constexpr std::uint32_t quick_hash(Bits own, Bits opp) {
    const std::uint64_t both =
        own * 0x9e3779b97f4a7c15ULL + std::rotl(opp, 29) * 0xd6e8feb86659fd93ULL;
    return static_cast<std::uint32_t>(both >> 32);
}

}  // namespace obversi
