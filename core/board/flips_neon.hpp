// The discs a move turns, on 128-bit NEON: each vector holds a board and its mirror image, so that
// a carry, which only runs upwards, serves both directions of a line.
#pragma once

#include <arm_neon.h>

#include "core/board/rays.hpp"

namespace obversi::neon {

inline Bits reversed_bits(Bits bits) {
#if defined(__clang__)
    return __builtin_bitreverse64(bits);
#else
    Bits result;
    __asm__("rbit %0, %1" : "=r"(result) : "r"(bits));
    return result;
#endif
}

namespace detail {
struct alignas(64) RayPairs {
    Bits pair[4][2];  // the ray upwards, and the mirror image of the ray downwards
};

constexpr std::array<RayPairs, 64> make_ray_pairs() {
    std::array<RayPairs, 64> pairs{};
    for (Square square = 0; square < 64; ++square)
        for (int line = 0; line < 4; ++line) {
            pairs[square].pair[line][0] = kRays[square].up[line];
            pairs[square].pair[line][1] = kRays[63 - square].up[line];
        }
    return pairs;
}
inline constexpr std::array<RayPairs, 64> kRayPairs = make_ray_pairs();
}  // namespace detail

[[gnu::always_inline]] inline Bits flips(Square square, Bits own, Bits opp) {
    const uint64x2_t mine = {own, reversed_bits(own)};
    const uint64x2_t theirs = {opp, reversed_bits(opp)};
    const uint64x2_t one = vdupq_n_u64(1);
    uint64x2_t flipped = vdupq_n_u64(0);
    for (const auto& pair : detail::kRayPairs[square].pair) {
        const uint64x2_t ray = vld1q_u64(pair);
        const uint64x2_t carried = vaddq_u64(vornq_u64(theirs, ray), one);
        const uint64x2_t end = vandq_u64(vandq_u64(carried, mine), ray);
        const uint64x2_t below = vaddq_u64(end, vtstq_u64(end, end));  // end - 1 where there is one
        flipped = vorrq_u64(flipped, vandq_u64(below, ray));
    }
    return vgetq_lane_u64(flipped, 0) | reversed_bits(vgetq_lane_u64(flipped, 1));
}

}  // namespace obversi::neon
