// The values of positions by searches of every depth: selective cut-offs depend on how far a
// shallow search is from a deep one.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "core/evaluation/evaluation.hpp"

namespace obversi {

struct SearchValuesSettings {
    int size = 8;
    Rules rules = Rules::normal;
    int depth = 8;           // the deepest search
    int exact_empties = 16;  // with at most this many empty squares, also the exact margin
    int threads = 1;
};

// Writes a row of depth + 2 numbers for each position: the mover's margin in discs by searches of
// 0 … depth plies without selective cut-offs, then the exact one; NaN for searches that would reach
// the end of the game, and for exact ones that are too long. No game may be over. look() is called
// now and then, in the caller's thread; what it throws ends the searches.
void search_values(std::span<const Position> positions, const SearchValuesSettings& settings,
                   const std::shared_ptr<const Evaluation>& evaluation,
                   const std::function<void()>& look, std::span<float> values);

}  // namespace obversi
