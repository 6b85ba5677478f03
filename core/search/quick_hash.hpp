// A hash of a position for the tables of the search: a few cycles where the processor has an
// instruction for checksums. The tables keep whole positions, so that a poor hash costs time only.
#pragma once

#include "core/board/hash.hpp"

#if defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>
#elif defined(__SSE4_2__)
#include <nmmintrin.h>
#endif

namespace obversi {

inline std::uint32_t quick_hash(Bits own, Bits opp) {
#if defined(__ARM_FEATURE_CRC32)
    return __crc32cd(__crc32cd(0, own), opp);
#elif defined(__SSE4_2__)
    return static_cast<std::uint32_t>(_mm_crc32_u64(_mm_crc32_u64(0, own), opp));
#else
    return static_cast<std::uint32_t>(hash(Position{own, opp}));
#endif
}

}  // namespace obversi
