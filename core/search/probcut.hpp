// Multi-ProbCut: a shallow search whose value lies far enough beyond the window stands for the deep
// one. How far is enough was fitted to pairs of searches of the same positions.
#pragma once

#include <cmath>

#include "core/search/variant.hpp"

namespace obversi {

template <class V>
struct ProbCut {
    static constexpr int kMinDepth = 3;
    // Nearer to the end an exact search costs hardly more than the shallow one.
    static constexpr int kMinEmptiesToEnd = 16;

    static constexpr bool applies(int empties, int depth) {
        return depth >= kMinDepth && (depth < empties || empties >= kMinEmptiesToEnd);
    }

    // Of the same parity as the deep search, since odd and even depths see different things.
    static constexpr int shallow_depth(int empties, int depth) {
        return (depth < empties ? 2 * (depth / 4) : 2 * ((depth - 8) / 4)) + (depth & 1);
    }

    // Standard deviation, in discs, of the difference between searches of these depths.
    static double deviation(int empties, int depth, int shallow) {
        const double n = empties;
        const Fit& fit = depth >= empties ? kToEnd : kToDepth;
        return std::exp(fit.constant + fit.shallow * shallow + fit.depth * depth + fit.empties * n +
                        fit.empties_squared * n * n);
    }

  private:
    // The logarithm of the deviation.
    struct Fit {
        double constant, shallow, depth, empties, empties_squared;
    };
    static constexpr bool kLarge = V::kSize == 8;
    static constexpr Fit kToDepth = V::kReversed
                                        ? (kLarge ? Fit{1.4359, -0.1543, 0.0794, -0.0507, 0.000516}
                                                  : Fit{0.9095, -0.1259, 0.0595, -0.0268, -0.0001})
                                        : (kLarge ? Fit{1.3641, -0.1845, 0.1088, -0.0024, -0.000322}
                                                  : Fit{1.339, -0.1696, 0.0835, -0.0152, 0.000025});
    static constexpr Fit kToEnd =
        V::kReversed
            ? (kLarge ? Fit{1.45, -0.05, 0, 0, 0} : Fit{1.15, -0.05, 0, 0, 0})
            : (kLarge ? Fit{1.58, -0.1045, 0, 0.0438, 0} : Fit{1.5595, -0.1128, 0, 0.017, 0});
};

}  // namespace obversi
