// How sure a selective search is of its value: the steps of selectivity, from bold to exact.
#pragma once

#include <array>
#include <limits>

namespace obversi {

using Level = int;
inline constexpr Level kBold = 0, kUnselective = 5;

struct Selectivity {
    int percent;
    // By how many standard deviations a shallow result must lie beyond the window for a cut-off.
    double deviations;
};
inline constexpr std::array<Selectivity, kUnselective + 1> kSelectivities = {
    {{73, 1.1},
     {87, 1.5},
     {95, 2.0},
     {98, 2.6},
     {99, 3.3},
     {100, std::numeric_limits<double>::infinity()}}};

}  // namespace obversi
