// Which squares the evaluation looks at together. A pattern is a shape with one table of weights; a
// feature is one place where the shape lies on the board. The places of a shape are its images
// under the symmetries of the board, so that an evaluation cannot see which of them is before it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/board/bits.hpp"

namespace obversi {

struct Pattern {
    std::string name;
    // The k-th square of the shape has the digit k of the index, in base 3: 0 empty, 1 the mover's,
    // 2 the opponent's. No square at all makes a table of one weight, the constant.
    std::vector<Square> squares;
    // Where the board's symmetries take the shape onto itself: digit k comes from digit order[k].
    std::vector<std::vector<int>> mirrors;

    int table_size() const;
    // For each index which weight is its own: images of each other share one. The weights are
    // numbered in the order of the smallest index that has them.
    std::vector<int> weight_of_index() const;
};

struct Feature {
    int pattern;
    std::vector<Square> squares;
};

struct PatternSet {
    // As many features as a set may have: six vectors of 128 bits, three of 256.
    static constexpr int kLanes = 48;

    int size;
    std::vector<Pattern> patterns;
    std::vector<Feature> features;
    // What a disc on a square adds to the index of each feature.
    alignas(64) std::array<std::array<std::uint16_t, kLanes>, 64> powers;

    // The set for boards of 4, 6 or 8 squares a side.
    static const PatternSet& of(int size);
};

}  // namespace obversi
