// flips(square, own, opp): the opponent's discs that a disc of the mover on `square` would turn.
// The kernels are measured by `obversi bench`; on a Neoverse-N1 NEON wins because it leaves the
// scalar units to the move generator that runs beside it.
#pragma once

#include "core/board/flips_portable.hpp"

#if defined(__ARM_NEON) && defined(__aarch64__)
#include "core/board/flips_neon.hpp"
namespace obversi {
using neon::flips;
inline constexpr const char* kFlipsKernel = "neon";
}  // namespace obversi
#elif defined(__AVX512CD__) && defined(__AVX512VL__)
#include "core/board/flips_avx512.hpp"
namespace obversi {
using avx512::flips;
inline constexpr const char* kFlipsKernel = "avx512";
}  // namespace obversi
#elif defined(__AVX2__)
#include "core/board/flips_avx2.hpp"
namespace obversi {
using avx2::flips;
inline constexpr const char* kFlipsKernel = "avx2";
}  // namespace obversi
#else
namespace obversi {
using portable::flips;
inline constexpr const char* kFlipsKernel = "portable";
}  // namespace obversi
#endif
