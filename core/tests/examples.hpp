// How many examples of a kind are tried.
#pragma once

namespace reference {

// Under a sanitizer all takes ten times as long, and the question is what happens to memory and
// between threads; whether all values are right is answered by the tests as built for use.
constexpr int examples([[maybe_unused]] int usual, [[maybe_unused]] int under_a_sanitizer) {
#ifdef OBVERSI_SANITIZED
    return under_a_sanitizer;
#else
    return usual;
#endif
}

}  // namespace reference
