// The n-th square of a set without a loop, for choosing one at random.
#pragma once

#include <array>

#include "core/board/bits.hpp"
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace obversi {

namespace detail {
constexpr std::array<std::array<std::uint8_t, 8>, 256> make_nth_in_byte() {
    std::array<std::array<std::uint8_t, 8>, 256> table{};
    for (int byte = 0; byte < 256; ++byte)
        for (int i = 0, n = 0; i < 8; ++i)
            if (byte >> i & 1) table[byte][n++] = static_cast<std::uint8_t>(i);
    return table;
}
inline constexpr auto kNthInByte = make_nth_in_byte();
}  // namespace detail

// n counts from 0 and must be below count(bits).
inline Square nth_square(Bits bits, int n) {
#if defined(__BMI2__)
    return lowest(_pdep_u64(bit(n), bits));
#else
    constexpr Bits kOnes = 0x0101010101010101ULL, kHighs = 0x8080808080808080ULL;
    Bits sums = bits - ((bits >> 1) & 0x5555555555555555ULL);
    sums = (sums & 0x3333333333333333ULL) + ((sums >> 2) & 0x3333333333333333ULL);
    sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * kOnes;  // of each byte and those below
    // The high bit of a byte stays set where its sum exceeds n; the lowest such byte holds it.
    const Bits exceeds = ((sums | kHighs) - kOnes * static_cast<Bits>(n + 1)) & kHighs;
    const int shift = lowest(exceeds) & ~7;
    const int before = static_cast<int>((sums << 8) >> shift & 0xff);
    return shift + detail::kNthInByte[bits >> shift & 0xff][n - before];
#endif
}

}  // namespace obversi
