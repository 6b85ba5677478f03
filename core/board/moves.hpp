// moves(own, opp): the empty squares on which the mover would turn a disc. On the smaller boards
// the squares beyond the edge are masked out by Position::legal_moves.
#pragma once

#include "core/board/moves_portable.hpp"

#if defined(__ARM_NEON) && defined(__aarch64__)
#include "core/board/moves_aarch64.hpp"
namespace obversi {
using aarch64::moves;
inline constexpr const char* kMovesKernel = "aarch64";
}  // namespace obversi
#elif defined(__AVX512CD__) && defined(__AVX512VL__)
#include "core/board/moves_avx512.hpp"
namespace obversi {
using avx512::moves;
inline constexpr const char* kMovesKernel = "avx512";
}  // namespace obversi
#elif defined(__AVX2__)
#include "core/board/moves_avx2.hpp"
namespace obversi {
using avx2::moves;
inline constexpr const char* kMovesKernel = "avx2";
}  // namespace obversi
#else
namespace obversi {
using portable::moves;
inline constexpr const char* kMovesKernel = "portable";
}  // namespace obversi
#endif
