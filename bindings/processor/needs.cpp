// What the core needs when it is compiled with the options that this file is compiled with. There
// is no code here, so that the data can be read on every processor.
#include "bindings/processor/features.hpp"

namespace obversi::processor {
namespace {

// The text of a macro that is not defined is its own name, which begins with an underscore.
#define OBVERSI_TEXT_OF(text) #text
#define OBVERSI_IS_DEFINED(macro) (OBVERSI_TEXT_OF(macro)[0] != '_')
#define OBVERSI_COMPILED_IN(name, macro, ...) OBVERSI_IS_DEFINED(macro),

constexpr bool kCompiledIn[] = {OBVERSI_FEATURES(OBVERSI_COMPILED_IN) false};

constexpr Features needs() {
    Features result = 0, bit = 1;
    for (const bool used : kCompiledIn) {
        if (used) result |= bit;
        bit <<= 1;
    }
    return result;
}

}  // namespace

extern const Features OBVERSI_NEEDS;
constexpr Features OBVERSI_NEEDS = needs();

}  // namespace obversi::processor
