#include "core/evaluation/pattern_tables.hpp"

#include <algorithm>

#include "core/evaluation/pattern_set.hpp"

namespace obversi {

template <int kMostBlocks>
PatternTables<kMostBlocks>::PatternTables(int size, const Tables& tables)
    : PatternTables(size, tables, [&](std::size_t i) { return tables.values[i]; }) {}

template <int kMostBlocks>
PatternTables<kMostBlocks>::PatternTables(int size, const TablesView& tables)
    : PatternTables(size, tables, [&](std::size_t i) { return tables.value(i); }) {}

template <int kMostBlocks>
template <class SomeTables, class Value>
PatternTables<kMostBlocks>::PatternTables(int size, const SomeTables& tables, const Value& value)
    : count_moves_(size), phase_of_empties_(tables.phase_of_empties) {
    const PatternSet set(size, tables.patterns);
    blocks_ = (static_cast<int>(set.placements.size()) + kBlock - 1) / kBlock;
    std::vector<std::uint32_t> pattern_offsets;
    std::vector<std::vector<int>> weight_of_index;
    for (const Pattern& pattern : set.patterns) {
        pattern_offsets.push_back(static_cast<std::uint32_t>(table_size_));
        weight_of_index.push_back(pattern.weight_of_index());
        table_size_ += weight_of_index.back().size();
    }
    if (tables.counts_moves) {
        move_counts_ = table_size_;
        table_size_ += MoveCounts::kWeights;
    }
    // Lanes without a feature have the index 0 always; they read a weight of 0 behind the tables.
    offsets_.fill(static_cast<std::uint32_t>(table_size_++));
    for (std::size_t lane = 0; lane < set.placements.size(); ++lane) {
        offsets_[lane] = pattern_offsets[set.placements[lane].pattern];
        std::uint16_t power = 1;
        for (const Square square : set.placements[lane].squares) {
            powers_[square][lane] = power;
            power = static_cast<std::uint16_t>(3 * power);
        }
    }

    const auto fill = [&](auto& entries, int width) {
        entries.reserve(table_size_ * tables.phases * width);
        std::size_t first = 0;
        const auto append = [&](std::size_t weight) {
            for (int k = 0; k < width; ++k) entries.push_back(value((first + weight) * width + k));
        };
        for (int phase = 0; phase < tables.phases; ++phase) {
            for (const std::vector<int>& weight_of : weight_of_index) {
                for (const int weight : weight_of) append(weight);
                first += std::ranges::max(weight_of) + 1;
            }
            for (int i = 0; tables.counts_moves && i < MoveCounts::kWeights; ++i, ++first)
                append(0);
            entries.insert(entries.end(), width, 0);
        }
    };
    if (tables.is_network())
        fill(vectors_, Layers::kWidth);
    else
        fill(weights_, 1);
    for (const Layers& layers : tables.layers) layers_.emplace_back(layers);
}

template <int kMostBlocks>
template <class Body>
auto PatternTables<kMostBlocks>::with_lanes(Body&& body) const {
    if constexpr (kMostBlocks == 1) {
        return body.template operator()<kBlock>();
    } else {
        if (blocks_ == 3) return body.template operator()<3 * kBlock>();
        if (blocks_ <= 2) return body.template operator()<2 * kBlock>();
        return body.template operator()<4 * kBlock>();
    }
}

template <int kMostBlocks>
auto PatternTables<kMostBlocks>::features(const Position& position) const -> Features {
    Features features{};
    for (const Square square : squares(position.own))
        for (int i = 0; i < kMostFeatures; ++i) features.own[i] += powers_[square][i];
    for (const Square square : squares(position.opp))
        for (int i = 0; i < kMostFeatures; ++i) features.opp[i] += powers_[square][i];
    return features;
}

template <int kMostBlocks>
auto PatternTables<kMostBlocks>::played(const Features& features, Square square, Bits flipped) const
    -> Features {
    Features after;
    with_lanes([&]<int kLanes>() {
        const auto turned = this->turned<kLanes>(flipped);
        const Lanes& placed = powers_[square];
        for (int i = 0; i < kLanes; ++i) {
            after.own[i] = features.opp[i] - turned[i];
            after.opp[i] = features.own[i] + turned[i] + placed[i];
        }
    });
    return after;
}

template <int kMostBlocks>
auto PatternTables<kMostBlocks>::passed(const Features& features) const -> Features {
    Features after;
    with_lanes([&]<int kLanes>() {
        std::copy_n(features.opp, kLanes, after.own);
        std::copy_n(features.own, kLanes, after.opp);
    });
    return after;
}

template <int kMostBlocks>
int PatternTables<kMostBlocks>::value(const Features& features, const Position& position,
                                      int empties) const {
    return with_lanes([&]<int kLanes>() {
        std::array<std::uint16_t, kLanes> indices;
        for (int i = 0; i < kLanes; ++i) indices[i] = features.own[i] + 2 * features.opp[i];
        return value_of<kLanes>(indices, position, empties);
    });
}

template <int kMostBlocks>
int PatternTables<kMostBlocks>::value_after(const Features& features, const Position& position,
                                            Square square, Bits flipped, int empties) const {
    return with_lanes([&]<int kLanes>() {
        // The opponent's (opp - turned) + 2·(own + turned + placed).
        auto indices = turned<kLanes>(flipped);
        const Lanes& placed = powers_[square];
        for (int i = 0; i < kLanes; ++i)
            indices[i] += features.opp[i] + 2 * (features.own[i] + placed[i]);
        return value_of<kLanes>(indices, position.played(square, flipped), empties - 1);
    });
}

template <int kMostBlocks>
template <int kLanes>
std::array<std::uint16_t, kLanes> PatternTables<kMostBlocks>::turned(Bits flipped) const {
    std::array<std::uint16_t, kLanes> sums{};
    for (const Square square : squares(flipped))
        for (int i = 0; i < kLanes; ++i) sums[i] += powers_[square][i];
    return sums;
}

template <int kMostBlocks>
template <int kLanes>
int PatternTables<kMostBlocks>::value_of(const std::array<std::uint16_t, kLanes>& indices,
                                         const Position& position, int empties) const {
    const std::size_t phase = table_size_ * phase_of_empties_[empties];
    // Counted first, beside the loads of the vectors.
    const MoveCounts moves = move_counts_ ? count_moves_(position) : MoveCounts{};
    std::array<std::uint32_t, kLanes> places;
    for (int i = 0; i < kLanes; ++i) places[i] = offsets_[i] + indices[i];
    // The compiler would move the places from the vectors one by one; through memory they come in
    // pairs and beside other work (46 ns instead of 54 on a Neoverse-N1).
    __asm__("" : "+m"(places));
    // Several sums, so that no addition waits for the one before it.
    if (kMostBlocks > 1 && !layers_.empty()) {
        const std::int8_t* const vectors = vectors_.data() + Layers::kWidth * phase;
        const FastLayers& layers = layers_[empties];
        Sums sums = layers.bias(), others;
        const auto vector = [&](int i) { return vectors + Layers::kWidth * places[i]; };
        for (int i = 0; i < kLanes; i += 4) {
            sums.add(vector(i), vector(i + 1));
            others.add(vector(i + 2), vector(i + 3));
        }
        if (move_counts_) {
            const std::int8_t* const first = vectors + Layers::kWidth * move_counts_;
            others.add(first + Layers::kWidth * moves.mover,
                       first + Layers::kWidth * moves.opponent);
        }
        sums.add(others);
        return layers.value(sums);
    }
    const std::int16_t* const weights = weights_.data() + phase;
    int sums[4] = {};
    for (int i = 0; i < kLanes; i += 4) {
        sums[0] += weights[places[i]];
        sums[1] += weights[places[i + 1]];
        sums[2] += weights[places[i + 2]];
        sums[3] += weights[places[i + 3]];
    }
    return sums[0] + sums[1] + sums[2] + sums[3];
}

template class PatternTables<1>;
template class PatternTables<4>;

}  // namespace obversi
