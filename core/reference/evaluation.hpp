// A random evaluation, which must not change exact results.
#pragma once

#include <memory>
#include <random>

#include "core/evaluation/evaluation.hpp"

namespace reference {

// A typical position has a margin of about ten discs, and shallow searches are trusted.
inline std::shared_ptr<const obversi::Evaluation> random_evaluation(std::uint64_t seed, int size,
                                                                    obversi::Rules rules) {
    std::mt19937_64 random(seed);
    obversi::Weights weights = obversi::Weights::zero(size, rules);
    for (auto* const tables : {&weights.full, &weights.light})
        for (std::int16_t& value : tables->values)
            value = static_cast<std::int16_t>(static_cast<int>(random() % 601) - 300);
    weights.probcut.to_depth.fill({.1F, 0, 0, 1, -.1F, .1F});
    weights.probcut.to_end.fill({-.1F, 0, 0, 1, -.1F, .05F});
    return std::make_shared<const obversi::Evaluation>(weights);
}

}  // namespace reference
