// Every cut-off and cache of the exact search can be switched off, to see what it is worth and to
// show that it changes no result.
#pragma once

namespace obversi {

struct Switches {
    bool table = true;             // the table that all threads share
    bool cache = true;             // the small table of each thread, near the leaves
    bool stability = true;         // bounds by discs that cannot be turned
    bool child_cutoffs = true;     // looking up all children before searching any
    bool parity = true;            // quadrants in the order of moves
    bool evaluation = true;        // the evaluation in the order of moves
    bool probcut = true;           // shallow searches in place of deep ones, where that is allowed
    bool selective_passes = true;  // selective searches before the exact one
};

}  // namespace obversi
