// An evaluation as a weighted sum of features. The weights may change in the course of a game.
#pragma once

#include <string>
#include <vector>

#include "core/heuristics/feature.hpp"
#include "core/heuristics/heuristic.hpp"

namespace obversi {

// A part of the game: as long as there are no more discs than this. The last one has no end.
struct Phase {
    int last_discs;
    std::vector<double> weights;  // one for each feature
};

class Mix : public Heuristic {
  public:
    // `written_for` are the rules that the signs of the weights are meant for. Throws
    // std::invalid_argument if the parts do not fit together.
    Mix(const GameKind& kind, Finished finished, Rules written_for,
        const std::vector<std::string>& features, std::vector<Phase> phases,
        const std::array<double, 64>& squares);

    // Throws HeuristicError if the weights are so large that no finite number comes out.
    double value(const Position& position) const override;

    struct Term {
        const Feature* feature;
        double weight;  // in this phase of the game, and under these rules
        double value;
    };
    // What value() is the sum of.
    std::vector<Term> terms(const Position& position) const;

  private:
    const Phase& phase_of(const Position& position) const;

    WeightedBoard board_;
    std::vector<const Feature*> features_;
    std::vector<Phase> phases_;  // signs are already changed for the rules
};

}  // namespace obversi
