// The values of finished games, by name.
#pragma once

#include <stdexcept>
#include <string>

#include "core/heuristics/heuristic.hpp"

namespace obversi {

inline Finished finished_of(const std::string& name) {
    if (name == "margin") return Finished::margin;
    if (name == "result") return Finished::result;
    if (name == "evaluated") return Finished::evaluated;
    throw std::invalid_argument("finished games go by margin, result or evaluated, not by '" +
                                name + "'");
}

}  // namespace obversi
