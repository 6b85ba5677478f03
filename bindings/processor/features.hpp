// The instructions that a compiler may use of its own accord, beyond those that every processor of
// the architecture has. Each row has a name, the macro that a compiler defines when it may use
// them, and where the processor or the system says whether they exist.
#pragma once

#include <cstdint>

#if defined(__x86_64__)

// Leaf and subleaf of cpuid, its register (0 to 3: eax, ebx, ecx, edx), its bit, and the bits of
// the register xcr0 by which the system says that it keeps the vector registers.
#define OBVERSI_FEATURES(FEATURE)                                        \
    FEATURE("sse3", __SSE3__, 1, 0, 2, 0, 0)                             \
    FEATURE("ssse3", __SSSE3__, 1, 0, 2, 9, 0)                           \
    FEATURE("cx16", __GCC_HAVE_SYNC_COMPARE_AND_SWAP_16, 1, 0, 2, 13, 0) \
    FEATURE("sse4.1", __SSE4_1__, 1, 0, 2, 19, 0)                        \
    FEATURE("sse4.2", __SSE4_2__, 1, 0, 2, 20, 0)                        \
    FEATURE("popcnt", __POPCNT__, 1, 0, 2, 23, 0)                        \
    FEATURE("lahf", __LAHF_SAHF__, 0x80000001, 0, 2, 0, 0)               \
    FEATURE("movbe", __MOVBE__, 1, 0, 2, 22, 0)                          \
    FEATURE("lzcnt", __LZCNT__, 0x80000001, 0, 2, 5, 0)                  \
    FEATURE("bmi1", __BMI__, 7, 0, 1, 3, 0)                              \
    FEATURE("bmi2", __BMI2__, 7, 0, 1, 8, 0)                             \
    FEATURE("adx", __ADX__, 7, 0, 1, 19, 0)                              \
    FEATURE("avx", __AVX__, 1, 0, 2, 28, kYmm)                           \
    FEATURE("fma", __FMA__, 1, 0, 2, 12, kYmm)                           \
    FEATURE("f16c", __F16C__, 1, 0, 2, 29, kYmm)                         \
    FEATURE("avx2", __AVX2__, 7, 0, 1, 5, kYmm)                          \
    FEATURE("gfni", __GFNI__, 7, 0, 2, 8, kYmm)                          \
    FEATURE("avx_vnni", __AVXVNNI__, 7, 1, 0, 4, kYmm)                   \
    FEATURE("xop", __XOP__, 0x80000001, 0, 2, 11, kYmm)                  \
    FEATURE("fma4", __FMA4__, 0x80000001, 0, 2, 16, kYmm)                \
    FEATURE("tbm", __TBM__, 0x80000001, 0, 2, 21, 0)                     \
    FEATURE("avx512f", __AVX512F__, 7, 0, 1, 16, kZmm)                   \
    FEATURE("avx512dq", __AVX512DQ__, 7, 0, 1, 17, kZmm)                 \
    FEATURE("avx512cd", __AVX512CD__, 7, 0, 1, 28, kZmm)                 \
    FEATURE("avx512bw", __AVX512BW__, 7, 0, 1, 30, kZmm)                 \
    FEATURE("avx512vl", __AVX512VL__, 7, 0, 1, 31, kZmm)                 \
    FEATURE("avx512ifma", __AVX512IFMA__, 7, 0, 1, 21, kZmm)             \
    FEATURE("avx512vbmi", __AVX512VBMI__, 7, 0, 2, 1, kZmm)              \
    FEATURE("avx512_vbmi2", __AVX512VBMI2__, 7, 0, 2, 6, kZmm)           \
    FEATURE("avx512_vnni", __AVX512VNNI__, 7, 0, 2, 11, kZmm)            \
    FEATURE("avx512_bitalg", __AVX512BITALG__, 7, 0, 2, 12, kZmm)        \
    FEATURE("avx512_vpopcntdq", __AVX512VPOPCNTDQ__, 7, 0, 2, 14, kZmm)  \
    FEATURE("avx512_bf16", __AVX512BF16__, 7, 1, 0, 5, kZmm)             \
    FEATURE("avx512_fp16", __AVX512FP16__, 7, 0, 3, 23, kZmm)            \
    FEATURE("apx", __APX_F__, 7, 1, 3, 21, 0)

#elif defined(__aarch64__)

// The number of the word in which Linux says it (0: AT_HWCAP, 1: AT_HWCAP2), its bit there, and its
// name among those of sysctl on macOS.
#define OBVERSI_FEATURES(FEATURE)                                                                \
    FEATURE("crc32", __ARM_FEATURE_CRC32, 0, 7, "hw.optional.armv8_crc32")                       \
    FEATURE("atomics", __ARM_FEATURE_ATOMICS, 0, 8, "hw.optional.arm.FEAT_LSE")                  \
    FEATURE("asimdhp", __ARM_FEATURE_FP16_VECTOR_ARITHMETIC, 0, 10, "hw.optional.arm.FEAT_FP16") \
    FEATURE("asimdrdm", __ARM_FEATURE_QRDMX, 0, 12, "hw.optional.arm.FEAT_RDM")                  \
    FEATURE("jscvt", __ARM_FEATURE_JCVT, 0, 13, "hw.optional.arm.FEAT_JSCVT")                    \
    FEATURE("fcma", __ARM_FEATURE_COMPLEX, 0, 14, "hw.optional.arm.FEAT_FCMA")                   \
    FEATURE("lrcpc", __ARM_FEATURE_RCPC, 0, 15, "hw.optional.arm.FEAT_LRCPC")                    \
    FEATURE("asimddp", __ARM_FEATURE_DOTPROD, 0, 20, "hw.optional.arm.FEAT_DotProd")             \
    FEATURE("sve", __ARM_FEATURE_SVE, 0, 22, "hw.optional.arm.FEAT_SVE")                         \
    FEATURE("sve2", __ARM_FEATURE_SVE2, 1, 1, "hw.optional.arm.FEAT_SVE2")                       \
    FEATURE("i8mm", __ARM_FEATURE_MATMUL_INT8, 1, 13, "hw.optional.arm.FEAT_I8MM")               \
    FEATURE("bf16", __ARM_FEATURE_BF16, 1, 14, "hw.optional.arm.FEAT_BF16")

#else
#define OBVERSI_FEATURES(FEATURE)
#endif

namespace obversi::processor {

// One bit for each row.
using Features = std::uint64_t;

// What one build of the core needs.
struct Variant {
    const char* name;
    Features needs;
};

}  // namespace obversi::processor
