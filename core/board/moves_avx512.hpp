// The squares the mover may play on, on 512-bit AVX-512: one lane for each of the eight directions.
// Rotations serve both ways. What leaves the board on one side comes back on the other, but never
// onto an inner square, and only inner squares can be turned.
#pragma once

#include <immintrin.h>

#include "core/board/bits.hpp"

namespace obversi::avx512 {

[[gnu::always_inline]] inline Bits moves(Bits own, Bits opp) {
    constexpr long long kColumns = 0x7e7e7e7e7e7e7e7e, kRows = 0x00ffffffffffff00,
                        kBoth = kColumns & kRows;
    const __m512i step = _mm512_setr_epi64(1, 7, 8, 9, 63, 57, 56, 55);
    const __m512i two_steps = _mm512_add_epi64(step, step);
    const __m512i inner =
        _mm512_setr_epi64(kColumns, kBoth, kRows, kBoth, kColumns, kBoth, kRows, kBoth);
    const __m512i mine = _mm512_set1_epi64(static_cast<long long>(own));
    const __m512i theirs = _mm512_and_si512(inner, _mm512_set1_epi64(static_cast<long long>(opp)));

    constexpr int kFirstOrBothOthers = 0xf8;
    __m512i run = _mm512_and_si512(theirs, _mm512_rolv_epi64(mine, step));
    run = _mm512_ternarylogic_epi64(run, theirs, _mm512_rolv_epi64(run, step), kFirstOrBothOthers);
    const __m512i pairs = _mm512_and_si512(theirs, _mm512_rolv_epi64(theirs, step));
    run = _mm512_ternarylogic_epi64(run, pairs, _mm512_rolv_epi64(run, two_steps),
                                    kFirstOrBothOthers);
    run = _mm512_ternarylogic_epi64(run, pairs, _mm512_rolv_epi64(run, two_steps),
                                    kFirstOrBothOthers);
    const __m512i ends = _mm512_rolv_epi64(run, step);

    const __m256i quarter =
        _mm256_or_si256(_mm512_castsi512_si256(ends), _mm512_extracti64x4_epi64(ends, 1));
    const __m128i half =
        _mm_or_si128(_mm256_castsi256_si128(quarter), _mm256_extracti128_si256(quarter, 1));
    const __m128i folded = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    return static_cast<Bits>(_mm_cvtsi128_si64(folded)) & ~(own | opp);
}

}  // namespace obversi::avx512
