#include "core/evaluation/evaluation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <stdexcept>
#include <string>

#include "core/board/symmetry.hpp"
#include "core/tests/reference.hpp"

using namespace obversi;

namespace {

// Small weights without any order in them, in three phases.
Weights random_weights(std::mt19937_64& random, int size, Rules rules) {
    Weights weights = Weights::zero(size, rules);
    weights.phases = 3;
    for (std::size_t i = 0; i < weights.phase_of_empties.size(); ++i)
        weights.phase_of_empties[i] = static_cast<std::uint8_t>(i % 3);
    weights.values.resize(3 * weights.values.size());
    for (std::int16_t& value : weights.values)
        value = static_cast<std::int16_t>(static_cast<int>(random() % 2001) - 1000);
    return weights;
}

int index_of(const Feature& feature, const Position& position) {
    int index = 0, power = 1;
    for (const Square square : feature.squares) {
        if (position.own & bit(square)) index += power;
        if (position.opp & bit(square)) index += 2 * power;
        power *= 3;
    }
    return index;
}

// The value as the format of the weights tells it, from nothing.
class SlowValue {
  public:
    explicit SlowValue(const Weights& weights) : weights_(weights) {
        for (const Pattern& pattern : PatternSet::of(weights.size).patterns)
            weight_of_.push_back(pattern.weight_of_index());
    }

    int operator()(const Position& position) const {
        const int empties = weights_.size * weights_.size - count(position.own | position.opp);
        std::size_t first =
            weights_.phase_of_empties[empties] * weights_.values.size() / weights_.phases;
        int value = 0;
        for (std::size_t i = 0; i < weight_of_.size(); ++i) {
            for (const Feature& feature : PatternSet::of(weights_.size).features)
                if (feature.pattern == static_cast<int>(i))
                    value += weights_.values[first + weight_of_[i][index_of(feature, position)]];
            first += 1 + weight_of_[i].back();  // the index of twos alone is its own image
        }
        return value;
    }

  private:
    const Weights& weights_;
    std::vector<std::vector<int>> weight_of_;
};

bool equal(const Evaluation::Features& a, const Evaluation::Features& b) {
    return std::equal(a.own, a.own + Evaluation::kLanes, b.own) &&
           std::equal(a.opp, a.opp + Evaluation::kLanes, b.opp);
}

int empties_of(const Position& position, int size) {
    return size * size - count(position.own | position.opp);
}

std::string refusal(std::vector<std::byte> blob) {
    try {
        Evaluation::parse(blob);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("the pattern sets cover the board and fit the lanes") {
    CHECK(PatternSet::of(8).features.size() == 47);
    for (const int size : {4, 6, 8}) {
        const PatternSet& set = PatternSet::of(size);
        CHECK(set.size == size);
        CHECK(set.features.size() <= PatternSet::kLanes);
        Bits covered = 0;
        std::set<std::pair<int, Bits>> places;
        for (const Feature& feature : set.features) {
            Bits place = 0;
            for (const Square square : feature.squares) place |= bit(square);
            CHECK(count(place) == static_cast<int>(feature.squares.size()));
            CHECK(places.insert({feature.pattern, place}).second);
            covered |= place;
        }
        CHECK(covered == board_mask(size));
        for (const Pattern& pattern : set.patterns) CHECK(pattern.table_size() <= 59049);
    }
}

TEST_CASE("features follow a game as if they were made from nothing, passes included") {
    std::mt19937_64 random(20);
    int passes = 0;
    for (const int size : {4, 6, 8}) {
        const Weights weights = random_weights(random, size, Rules::reversed);
        const Evaluation evaluation(weights);
        const SlowValue slow_value(weights);
        CHECK(evaluation.size() == size);
        CHECK(evaluation.rules() == Rules::reversed);
        for (int game = 0; game < 60; ++game) {
            const auto positions = reference::random_game(random, size);
            Evaluation::Features features = evaluation.features(positions[0]);
            for (std::size_t i = 1; i < positions.size(); ++i) {
                const Position &before = positions[i - 1], &after = positions[i];
                const int empties = empties_of(before, size);
                const Bits placed = (after.own | after.opp) & ~(before.own | before.opp);
                if (placed) {
                    const Bits flipped = before.opp & after.opp;
                    CHECK(evaluation.value_after(features, lowest(placed), flipped, empties) ==
                          slow_value(after));
                    features = evaluation.played(features, lowest(placed), flipped);
                } else {
                    features = Evaluation::passed(features);
                    ++passes;
                }
                CHECK(equal(features, evaluation.features(after)));
                CHECK(evaluation.value(features, empties_of(after, size)) == slow_value(after));
            }
        }
    }
    CHECK(passes > 0);
}

TEST_CASE("all images of a position have the same value") {
    std::mt19937_64 random(21);
    for (const int size : {4, 6, 8}) {
        const Evaluation evaluation(random_weights(random, size, Rules::normal));
        for (int i = 0; i < 200; ++i) {
            const Position position = reference::strewn(random, size);
            const int empties = empties_of(position, size);
            const int value = evaluation.value(evaluation.features(position), empties);
            for (Symmetry symmetry = 1; symmetry < kSymmetries; ++symmetry)
                CHECK(evaluation.value(evaluation.features(transformed(position, symmetry, size)),
                                       empties) == value);
        }
    }
}

TEST_CASE("indices share a weight only if they are images of each other") {
    // Edges read from either end: 6561 rows of eight, of which 81 are their own mirror image.
    const PatternSet& set = PatternSet::of(8);
    const auto row = std::find_if(set.patterns.begin(), set.patterns.end(),
                                  [](const Pattern& pattern) { return pattern.name == "row 2"; });
    const std::vector<int> weight_of = row->weight_of_index();
    CHECK(*std::max_element(weight_of.begin(), weight_of.end()) + 1 == (6561 + 81) / 2);
    CHECK(weight_of[1] == weight_of[2187]);
    CHECK(weight_of[1] != weight_of[2]);
    CHECK(set.patterns.front().weight_of_index() == std::vector<int>{0});
}

TEST_CASE("an evaluation without knowledge finds every position worth nothing") {
    std::mt19937_64 random(22);
    for (const int size : {4, 6, 8}) {
        const Evaluation evaluation = Evaluation::zero(size, Rules::normal);
        const Position position = reference::strewn(random, size);
        CHECK(evaluation.value(evaluation.features(position), empties_of(position, size)) == 0);
    }
}

TEST_CASE("weights come back from their bytes, and bytes that do not fit are refused") {
    std::mt19937_64 random(23);
    for (const int size : {4, 6, 8})
        for (const Rules rules : {Rules::normal, Rules::reversed}) {
            const Weights weights = random_weights(random, size, rules);
            CHECK(Weights::parse(weights.dump()) == weights);
        }

    const std::vector<std::byte> blob = random_weights(random, 4, Rules::normal).dump();
    CHECK(refusal(blob) == "");
    CHECK(refusal({}).find("no weights") != std::string::npos);
    for (const std::size_t length : {5, 8, 11, 12, 14, 40, 200})
        CHECK(refusal({blob.begin(), blob.begin() + length}) != "");
    CHECK(refusal({blob.begin(), blob.end() - 1}).find("checksum") != std::string::npos);
    for (std::size_t place = 0; place < blob.size(); place += 1 + place / 8) {
        std::vector<std::byte> damaged = blob;
        damaged[place] ^= std::byte{16};
        CHECK(refusal(damaged) != "");
    }
    std::vector<std::byte> newer = blob;
    newer[8] = std::byte{9};
    CHECK(refusal(newer).find("version 9") != std::string::npos);

    // A right checksum over a wrong content: the weights lie about what they are for.
    Weights lying = random_weights(random, 4, Rules::normal);
    lying.phase_of_empties[7] = 5;
    CHECK(refusal(lying.dump()).find("phase 5") != std::string::npos);
    lying = random_weights(random, 4, Rules::normal);
    lying.values.pop_back();
    CHECK(refusal(lying.dump()) != "");
    lying.values.resize(lying.values.size() + 2);
    CHECK(refusal(lying.dump()).find("behind the end") != std::string::npos);
}
