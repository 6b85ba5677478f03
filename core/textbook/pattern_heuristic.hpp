// The learned evaluation as a heuristic, so that textbook searches can use it.
#pragma once

#include <memory>
#include <utility>

#include "core/evaluation/evaluation.hpp"
#include "core/heuristics/heuristic.hpp"

namespace obversi {

// Values are expected margins in discs; a finished game counts by its margin.
class PatternHeuristic final : public Heuristic {
  public:
    explicit PatternHeuristic(std::shared_ptr<const Evaluation> evaluation)
        : Heuristic({evaluation->size(), evaluation->rules()}, Finished::margin),
          evaluation_(std::move(evaluation)) {}

    double value(const Position& position) const override {
        const auto features = evaluation_->features(position);
        return static_cast<double>(
                   evaluation_->value(features, position, kind().empties(position))) /
               Evaluation::kUnit;
    }

  private:
    std::shared_ptr<const Evaluation> evaluation_;
};

}  // namespace obversi
