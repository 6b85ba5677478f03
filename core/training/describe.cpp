#include "core/training/describe.hpp"

#include <vector>

#include "core/evaluation/evaluation.hpp"

namespace obversi {
namespace {

std::string list(const std::vector<int>& numbers) {
    std::string text;
    for (const int number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
    return "[" + text + "]";
}

std::string list(const std::vector<std::vector<int>>& lists) {
    std::string text;
    for (const std::vector<int>& inner : lists) text += (text.empty() ? "" : ", ") + list(inner);
    return "[" + text + "]";
}

}  // namespace

std::string description(int size) {
    const PatternSet& set = PatternSet::of(size);
    std::string text = "{\"size\": " + std::to_string(size) +
                       ", \"unit\": " + std::to_string(Evaluation::kUnit) + ", \"patterns\": [";
    for (std::size_t i = 0; i < set.patterns.size(); ++i) {
        const Pattern& pattern = set.patterns[i];
        std::vector<std::vector<int>> features;
        for (const Feature& feature : set.features)
            if (feature.pattern == static_cast<int>(i)) features.push_back(feature.squares);
        text += std::string(i == 0 ? "" : ",") + "\n  {\"name\": \"" + pattern.name +
                "\", \"mirrors\": " + list(pattern.mirrors) + ", \"features\": " + list(features) +
                "}";
    }
    return text + "\n]}\n";
}

}  // namespace obversi
