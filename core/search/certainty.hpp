// How sure a selective search is of its value: the steps of selectivity, from bold to exact.
#pragma once

#include <array>
#include <limits>

namespace obversi {

using Level = int;
inline constexpr Level kBold = 0, kCertain = 5;

struct Certainty {
    int percent;
    // A shallow search must be so many standard deviations beyond the window to end a deep one.
    double deviations;
};
inline constexpr std::array<Certainty, kCertain + 1> kCertainty = {
    {{73, 1.1},
     {87, 1.5},
     {95, 2.0},
     {98, 2.6},
     {99, 3.3},
     {100, std::numeric_limits<double>::infinity()}}};

}  // namespace obversi
