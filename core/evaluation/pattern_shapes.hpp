// The pattern sets that have names. A file of weights says itself what its patterns are; these are
// those that new weights are learned for.
#pragma once

#include <string_view>
#include <vector>

#include "core/board/bits.hpp"

namespace obversi {

// "standard" and "light" for every size, "large" for 8×8. Throws std::invalid_argument.
std::vector<Bits> pattern_shapes(int size, std::string_view name);

}  // namespace obversi
