// Numbers that benchmarks/fit_order.py fits. They are constants. Only a build with OBVERSI_TUNING
// takes each from the environment variable of its name, so that one build can try many values.
#pragma once

#ifdef OBVERSI_TUNING
#include <cstdlib>
#define OBVERSI_FITTED inline const
#else
#define OBVERSI_FITTED constexpr
#endif

namespace obversi {

#ifdef OBVERSI_TUNING
inline int fitted(const char* name, int value) {
    const char* const text = std::getenv(name);
    return text ? std::atoi(text) : value;
}
#else
constexpr int fitted(const char*, int value) { return value; }
#endif

}  // namespace obversi
