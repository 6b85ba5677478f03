// The discs a move turns, on 256-bit registers with the instructions of AVX-512: leading zeros find
// the end of a line downwards, where AVX2 needs a chain of shifts.
#pragma once

#include <immintrin.h>

#include "core/board/rays.hpp"

namespace obversi::avx512 {

[[gnu::always_inline]] inline Bits flips(Square square, Bits own, Bits opp) {
    const __m256i mine = _mm256_set1_epi64x(static_cast<long long>(own));
    const __m256i theirs = _mm256_set1_epi64x(static_cast<long long>(opp));
    const __m256i zero = _mm256_setzero_si256();
    const __m256i ones = _mm256_set1_epi64x(-1);
    const __m256i highest = _mm256_set1_epi64x(static_cast<long long>(Bits{1} << 63));
    const Rays& rays = kRays[square];

    // The first square of each ray that is not the opponent's ends the line if it is the mover's.
    const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up.data()));
    const __m256i others_up = _mm256_andnot_si256(theirs, up);
    constexpr int kAndAll = 0x80, kFirstOrThirdWithoutSecond = 0xf2;
    const __m256i end_up =
        _mm256_ternarylogic_epi64(others_up, _mm256_sub_epi64(zero, others_up), mine, kAndAll);
    const __m256i up_flips = _mm256_maskz_and_epi64(_mm256_test_epi64_mask(end_up, end_up),
                                                    _mm256_add_epi64(end_up, ones), up);

    const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down.data()));
    const __m256i zeros = _mm256_lzcnt_epi64(_mm256_andnot_si256(theirs, down));
    const __m256i end_down = _mm256_srlv_epi64(highest, zeros);
    const __m256i all = _mm256_mask_ternarylogic_epi64(
        up_flips, _mm256_test_epi64_mask(end_down, mine), _mm256_srlv_epi64(ones, zeros), down,
        kFirstOrThirdWithoutSecond);

    const __m128i half =
        _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    return static_cast<Bits>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
}

}  // namespace obversi::avx512
