// How many examples of a kind are tried.
#pragma once

namespace reference {

// Whether the library was built with a sanitizer. Files of tests do not know when they are
// compiled.
extern const bool kSanitized;

// Under a sanitizer all takes ten times as long, and the question is what happens to memory and
// between threads; whether all values are right is answered by the tests as built for use.
inline int examples(int usual, int under_a_sanitizer) {
    return kSanitized ? under_a_sanitizer : usual;
}

}  // namespace reference
