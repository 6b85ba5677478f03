// How fast each compiled flip and move kernel is on this machine.
#pragma once

#include <string>
#include <vector>

namespace obversi {

struct KernelSpeed {
    std::string work;    // "flips" or "moves"
    std::string kernel;  // "portable", "neon", ...
    bool chosen;         // the one the core uses
    double nanoseconds;  // a call, the best of several rounds
};

std::vector<KernelSpeed> kernel_speeds();

}  // namespace obversi
