// The search with every part of it, then without each in turn, then without any.
#pragma once

#include <string>
#include <vector>

#include "core/search/switches.hpp"

namespace reference {

struct NamedSwitches {
    std::string name;
    obversi::Switches switches;
};

inline const std::vector<NamedSwitches>& all_switches() {
    static const std::vector<NamedSwitches> all = {
        {"all on", {}},
        {"no table", {.table = false}},
        {"no cache", {.cache = false}},
        {"no stability", {.stability = false}},
        {"no child cut-offs", {.child_cutoffs = false}},
        {"no parity", {.parity = false}},
        {"no evaluation", {.evaluation = false}},
        {"no probcut", {.probcut = false}},
        {"no selective passes", {.selective_passes = false}},
        {"all off", {false, false, false, false, false, false, false, false}},
    };
    return all;
}

}  // namespace reference
