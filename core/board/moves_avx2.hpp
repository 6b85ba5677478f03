// The squares the mover may play on, on 256-bit AVX2: one lane for each of the four lines.
#pragma once

#include <immintrin.h>

#include "core/board/moves_portable.hpp"

namespace obversi::avx2 {

[[gnu::always_inline]] inline Bits moves(Bits own, Bits opp) {
    const __m256i step = _mm256_setr_epi64x(1, 7, 8, 9);
    const __m256i two_steps = _mm256_add_epi64(step, step);
    const long long inner = static_cast<long long>(opp & portable::kInnerFiles);
    const __m256i mine = _mm256_set1_epi64x(static_cast<long long>(own));
    const __m256i theirs = _mm256_setr_epi64x(inner, inner, static_cast<long long>(opp), inner);

    __m256i up = _mm256_and_si256(theirs, _mm256_sllv_epi64(mine, step));
    __m256i down = _mm256_and_si256(theirs, _mm256_srlv_epi64(mine, step));
    up = _mm256_or_si256(up, _mm256_and_si256(theirs, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(theirs, _mm256_srlv_epi64(down, step)));
    const __m256i up_pairs = _mm256_and_si256(theirs, _mm256_sllv_epi64(theirs, step));
    const __m256i down_pairs = _mm256_srlv_epi64(up_pairs, step);
    for (int i = 0; i < 2; ++i) {
        up = _mm256_or_si256(up, _mm256_and_si256(up_pairs, _mm256_sllv_epi64(up, two_steps)));
        down =
            _mm256_or_si256(down, _mm256_and_si256(down_pairs, _mm256_srlv_epi64(down, two_steps)));
    }
    const __m256i all = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    const __m128i half =
        _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    const __m128i folded = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    return static_cast<Bits>(_mm_cvtsi128_si64(folded)) & ~(own | opp);
}

}  // namespace obversi::avx2
