// The pattern set in words, for those who fit its weights elsewhere.
#pragma once

#include <string>

namespace obversi {

// JSON: the size, the units a disc, and of each pattern its name, its mirrors and the squares of
// its features, the lowest digit first.
std::string description(int size);

}  // namespace obversi
