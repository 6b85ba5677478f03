// What to search for, and what the search reports.
#pragma once

#include <cstdint>
#include <vector>

#include "core/board/rules.hpp"

namespace obversi {

// Zero means that there is no limit of this kind.
struct Limits {
    double seconds = 0;
    int depth = 0;
    std::uint64_t nodes = 0;
};

struct Task {
    Position position;
    int size = 8;
    Rules rules = Rules::normal;
    Limits limits;
    // How many of the best moves get a value and a line of their own.
    int lines = 1;
    // Go on to the exact margin; otherwise limits.depth plies suffice.
    bool exact = false;
    // The margin is of interest between these only; beyond them a bound will do.
    // (-1, 1) finds out who wins.
    int lower = -64, upper = 64;
    // Only these moves are searched; a pass always is.
    Bits moves = ~Bits{0};
};

enum class Bound : std::uint8_t { exact, at_least, at_most };

// A move, what it is worth to the mover, and how the game may go on.
struct Line {
    Square move = kPass;
    int margin = 0;
    Bound bound = Bound::exact;  // what the margin is to the value that was searched for
    int depth = 0;
    int selectivity = 0;        // percent; 100 without selective cut-offs
    bool exact = false;         // searched to the end of the game, nothing left out
    std::vector<Square> moves;  // begins with `move`; a pass is kPass
};

// The state of a search after a step of deepening; the best line first.
struct Report {
    int depth = 0;
    int selectivity = 0;
    bool exact = false;
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<Line> lines;
};

}  // namespace obversi
