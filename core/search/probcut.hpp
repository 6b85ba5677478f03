// Multi-ProbCut: a shallow search whose value lies far enough beyond the window stands for the deep
// one. How far is enough is fitted to pairs of searches of the same positions, for each evaluation.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "core/evaluation/weights.hpp"

namespace obversi {

class ProbCut {
  public:
    // Here the evaluation itself is the shallow search.
    static constexpr int kMinDepth = 2;
    // Nearer to the end an exact search costs hardly more than the shallow one.
    static constexpr int kMinEmptiesToEnd = 16;

    // What the value of the deep search is expected to be, less that of the shallow one, in discs.
    struct Error {
        float mean = 0, deviation = 0;  // a deviation of 0: nothing is known
    };

    ProbCut() = default;
    explicit ProbCut(const ProbCutFit& fit) {
        for (int empties = 0; empties < kMost; ++empties)
            for (int depth = kMinDepth; depth <= empties; ++depth) {
                const bool to_end = depth == empties;
                const int bin = std::min(empties / ProbCutFit::kBinWidth, ProbCutFit::kBins - 1);
                const ProbCutFit::Model& model = (to_end ? fit.to_end : fit.to_depth)[bin];
                if (model == ProbCutFit::Model{}) continue;
                const auto shallow = static_cast<float>(shallow_depth(empties, depth));
                const auto deep = static_cast<float>(depth);
                // Whatever a file says, neither is more than a board has discs.
                const float mean =
                    model.mean + model.mean_shallow * shallow + model.mean_deep * deep;
                const float log = model.log + model.log_shallow * shallow + model.log_deep * deep;
                errors_[empties][depth] = {std::clamp(mean, -kMostDiscs, kMostDiscs),
                                           std::min(std::exp(log), kMostDiscs)};
            }
    }

    // Of the same parity as the deep search, since odd and even depths see different things.
    static constexpr int shallow_depth(int empties, int depth) {
        return (depth < empties ? 2 * (depth / 4) : 2 * ((depth - 8) / 4)) + (depth & 1);
    }

    bool applies(int empties, int depth) const {
        return depth >= kMinDepth && (depth < empties || empties >= kMinEmptiesToEnd) &&
               error(empties, depth).deviation > 0;
    }
    const Error& error(int empties, int depth) const { return errors_[empties][depth]; }

  private:
    static constexpr int kMost = 65;
    static constexpr float kMostDiscs = 64;
    std::array<std::array<Error, kMost>, kMost> errors_{};
};

}  // namespace obversi
