// The value of a position without looking ahead, by learned weights: the full evaluation, a light
// one for ordering moves near the end, and how far searches with it can be trusted. Nothing in it
// changes once it is made, so that all threads may share one.
#pragma once

#include <cstddef>
#include <span>

#include "core/evaluation/pattern_tables.hpp"
#include "core/evaluation/weights.hpp"

namespace obversi {

using FullTables = PatternTables<4>;
using LightTables = PatternTables<1>;

class Evaluation : public FullTables {
  public:
    static constexpr int kUnit = Tables::kUnit;

    // Of Weights, or of a WeightsView, which has to live no longer than this takes.
    template <class SomeWeights>
    explicit Evaluation(const SomeWeights& weights)
        : FullTables(weights.size, weights.full),
          light_(weights.size, weights.light),
          probcut_(weights.probcut),
          size_(weights.size),
          rules_(weights.rules) {}

    // Throws std::runtime_error, which says what does not fit.
    static Evaluation parse(std::span<const std::byte> blob) {
        return Evaluation(WeightsView::parse(blob));
    }
    // Finds every position worth nothing.
    static Evaluation zero(int size, Rules rules) { return Evaluation(Weights::zero(size, rules)); }

    int size() const { return size_; }
    Rules rules() const { return rules_; }
    const LightTables& light() const { return light_; }
    const ProbCutFit& probcut() const { return probcut_; }

  private:
    LightTables light_;
    ProbCutFit probcut_;
    int size_;
    Rules rules_;
};

}  // namespace obversi
