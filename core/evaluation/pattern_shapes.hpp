// The pattern sets that have names. A file of weights contains its patterns; the sets here are for
// learning new weights.
#pragma once

#include <string_view>
#include <vector>

#include "core/board/bits.hpp"

namespace obversi {

// "standard" and "light" for every size, "large" for 8×8. Throws std::invalid_argument.
std::vector<Bits> pattern_shapes(int size, std::string_view name);

}  // namespace obversi
