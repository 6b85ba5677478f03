#include "core/tests/examples.hpp"

namespace reference {

#ifdef OBVERSI_SANITIZED
const bool kSanitized = true;
#else
const bool kSanitized = false;
#endif

}  // namespace reference
