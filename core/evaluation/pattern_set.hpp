// Which squares the evaluation looks at together. A pattern is a shape with one table of weights; a
// placement is one place where the shape lies on the board. The places of a shape are its images
// under the symmetries of the board, so that an evaluation cannot see which of them is before it.
#pragma once

#include <span>
#include <vector>

#include "core/board/bits.hpp"

namespace obversi {

struct Pattern {
    // The index of a pattern of this many squares fits into 16 bits.
    static constexpr int kMostSquares = 10;

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

// One place where a pattern lies on the board.
struct PatternPlacement {
    int pattern;
    std::vector<Square> squares;  // in the order of the pattern's digits
};

struct PatternSet {
    std::vector<Pattern> patterns;
    std::vector<PatternPlacement> placements;

    // Of shapes on boards of 4, 6 or 8 squares a side; the lowest square has the first digit.
    PatternSet(int size, std::span<const Bits> shapes);
};

}  // namespace obversi
