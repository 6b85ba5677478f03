// The discs a move turns, on 256-bit AVX2: one lane for each of the four lines.
#pragma once

#include <immintrin.h>

#include "core/board/rays.hpp"

namespace obversi::avx2 {

[[gnu::always_inline]] inline Bits flips(Square square, Bits own, Bits opp) {
    const __m256i mine = _mm256_set1_epi64x(static_cast<long long>(own));
    const __m256i theirs = _mm256_set1_epi64x(static_cast<long long>(opp));
    const __m256i zero = _mm256_setzero_si256();
    const __m256i ones = _mm256_set1_epi64x(-1);
    const Rays& rays = kRays[square];

    // Upwards a carry runs through the opponent's discs and stops at the first other square.
    const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up.data()));
    const __m256i open = _mm256_or_si256(theirs, _mm256_xor_si256(up, ones));
    const __m256i carried = _mm256_sub_epi64(open, ones);
    const __m256i end = _mm256_and_si256(_mm256_and_si256(carried, mine), up);
    const __m256i none = _mm256_cmpeq_epi64(end, zero);
    const __m256i below = _mm256_add_epi64(end, _mm256_xor_si256(none, ones));
    const __m256i up_flips = _mm256_and_si256(below, up);

    // Downwards, every square from the first one that is not the opponent's to the edge is smeared
    // out; what is left next to the move is turned if the smear begins with an own disc.
    const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down.data()));
    const __m256i step = _mm256_setr_epi64x(1, 7, 8, 9);
    const __m256i two_steps = _mm256_add_epi64(step, step);
    const __m256i four_steps = _mm256_add_epi64(two_steps, two_steps);
    __m256i beyond = _mm256_andnot_si256(theirs, down);
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, step));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, two_steps));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, four_steps));
    beyond = _mm256_and_si256(beyond, down);
    const __m256i first = _mm256_andnot_si256(_mm256_srlv_epi64(beyond, step), beyond);
    const __m256i open_end = _mm256_cmpeq_epi64(_mm256_and_si256(first, mine), zero);
    const __m256i between = _mm256_andnot_si256(beyond, down);
    const __m256i down_flips = _mm256_andnot_si256(open_end, between);

    const __m256i all = _mm256_or_si256(up_flips, down_flips);
    const __m128i half =
        _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    return static_cast<Bits>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
}

}  // namespace obversi::avx2
