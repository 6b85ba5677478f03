#include "core/heuristics/mix.hpp"

#include <cmath>

namespace obversi {

Mix::Mix(const GameKind& kind, Finished finished, Rules written_for,
         const std::vector<std::string>& features, std::vector<Phase> phases,
         const std::array<double, 64>& squares)
    : Heuristic(kind, finished), board_(kind.size, squares), phases_(std::move(phases)) {
    for (const std::string& name : features) features_.push_back(&feature(name));
    if (phases_.empty()) throw std::invalid_argument("a mix needs a phase");
    for (Phase& phase : phases_) {
        if (phase.weights.size() != features_.size())
            throw std::invalid_argument(
                "weights in a phase: " + std::to_string(phase.weights.size()) +
                ", features: " + std::to_string(features_.size()));
        if (kind.rules == written_for) continue;
        for (std::size_t i = 0; i < features_.size(); ++i)
            if (features_[i]->goal) phase.weights[i] = 0 - phase.weights[i];  // no -0 to be seen
    }
}

double Mix::value(const Position& position) const {
    const FeatureContext context(position, board_);
    const Phase& phase = phase_of(position);
    double sum = 0;
    for (std::size_t i = 0; i < features_.size(); ++i)
        if (const double weight = phase.weights[i]; weight != 0)
            sum += weight * features_[i]->of(context);
    // Searches compare values, which is meaningless with NaN.
    if (!std::isfinite(sum)) [[unlikely]]
        throw HeuristicError("the weights of a mix are too large: they add up to no finite number");
    return sum;
}

std::vector<Mix::Term> Mix::terms(const Position& position) const {
    const FeatureContext context(position, board_);
    const Phase& phase = phase_of(position);
    std::vector<Term> terms;
    for (std::size_t i = 0; i < features_.size(); ++i)
        terms.push_back({features_[i], phase.weights[i], features_[i]->of(context)});
    return terms;
}

const Phase& Mix::phase_of(const Position& position) const {
    auto phase = phases_.begin();
    if (phases_.size() > 1) {
        const int discs = count(position.own | position.opp);
        while (phase + 1 != phases_.end() && discs > phase->last_discs) ++phase;
    }
    return *phase;
}

}  // namespace obversi
