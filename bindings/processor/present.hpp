// The features that this processor has and this system lets programs use.
#pragma once

#include "bindings/processor/features.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__) && defined(__APPLE__)
#include <sys/sysctl.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

namespace obversi::processor {

#if defined(__x86_64__)

// Bits of xcr0: the upper halves of the ymm registers; these, the masks and the zmm registers.
inline constexpr unsigned kYmm = 0x06, kZmm = 0xe6;

// The vector registers that the system keeps when it changes between programs.
inline unsigned kept_registers() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    constexpr unsigned kOsxsave = 1u << 27;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & kOsxsave)) return 0;
    unsigned low = 0, high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
#if defined(__APPLE__)
    if ((low & kYmm) == kYmm) low |= kZmm;  // macOS sets these bits only after their first use
#endif
    return low;
}

inline bool is_present(unsigned leaf, unsigned subleaf, int place, int bit, unsigned registers) {
    unsigned found[4] = {};
    if (!__get_cpuid_count(leaf, subleaf, &found[0], &found[1], &found[2], &found[3])) return false;
    if (leaf == 7 && subleaf > 0) {
        unsigned last = 0, b = 0, c = 0, d = 0;
        __get_cpuid_count(7, 0, &last, &b, &c, &d);
        if (subleaf > last) return false;
    }
    return (found[place] >> bit & 1) && (kept_registers() & registers) == registers;
}

#elif defined(__aarch64__)

inline bool is_present([[maybe_unused]] int word, [[maybe_unused]] int bit,
                       [[maybe_unused]] const char* name) {
#if defined(__APPLE__)
    int value = 0;
    std::size_t size = sizeof value;
    return sysctlbyname(name, &value, &size, nullptr, 0) == 0 && value != 0;
#elif defined(__linux__)
    return getauxval(word == 0 ? AT_HWCAP : AT_HWCAP2) >> bit & 1;
#else
    return false;
#endif
}

#endif

inline Features present() {
    Features result = 0;
    [[maybe_unused]] Features bit = 1;
#define OBVERSI_ADD_IF_PRESENT(name, macro, ...) \
    if (is_present(__VA_ARGS__)) result |= bit;  \
    bit <<= 1;
    OBVERSI_FEATURES(OBVERSI_ADD_IF_PRESENT)
#undef OBVERSI_ADD_IF_PRESENT
    return result;
}

}  // namespace obversi::processor
