#include "core/evaluation/evaluation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <stdexcept>
#include <string>

#include "core/board/symmetry.hpp"
#include "core/evaluation/pattern_set.hpp"
#include "core/evaluation/pattern_shapes.hpp"
#include "core/reference/rules.hpp"
#include "core/reference/solver.hpp"
#include "core/tests/examples.hpp"
#include "core/textbook/pattern_heuristic.hpp"

namespace obversi::evaluation_test {

namespace {

// Small weights without any order in them, in three phases.
Tables random_tables(std::mt19937_64& random, int size, std::vector<Bits> patterns) {
    Tables tables = Tables::zero(size, std::move(patterns));
    tables.phases = 3;
    for (std::size_t i = 0; i < tables.phase_of_empties.size(); ++i)
        tables.phase_of_empties[i] = static_cast<std::uint8_t>(i % 3);
    tables.values.resize(3 * tables.values.size());
    for (std::int16_t& value : tables.values)
        value = static_cast<std::int16_t>(static_cast<int>(random() % 2001) - 1000);
    return tables;
}

// A network whose sums and outputs are often inside their limits, and often beyond.
Tables random_network(std::mt19937_64& random, int size, std::vector<Bits> patterns,
                      bool counts_moves = false) {
    Tables network = random_tables(random, size, std::move(patterns));
    network.counts_moves = counts_moves;
    const std::size_t moves = counts_moves ? network.phases * MoveCounts::kWeights : 0;
    network.values.resize((network.values.size() + moves) * Layers::kWidth);
    const auto number = [&](int most) {
        return static_cast<int>(random() % (2 * most + 1)) - most;
    };
    for (std::int16_t& value : network.values)
        value = static_cast<std::int16_t>(number(Layers::kMostOfVector));
    for (std::size_t empties = 0; empties < network.phase_of_empties.size(); ++empties) {
        Layers& layers = network.layers.emplace_back();
        for (auto& bias : layers.bias) bias = static_cast<std::int16_t>(number(300));
        for (auto& input : layers.hidden)
            for (auto& weight : input)
                weight =
                    static_cast<std::int16_t>(number(random() % 32 ? 200 : Layers::kMostHidden));
        for (auto& bias : layers.hidden_bias) bias = number(25'000);
        for (auto& weight : layers.output) weight = static_cast<std::int16_t>(number(2000));
        layers.output_bias = number(1'000'000);
    }
    return network;
}

Weights random_weights(std::mt19937_64& random, int size, Rules rules,
                       const std::string& patterns = "standard") {
    Weights weights{size,
                    rules,
                    "for tests · ×",
                    random_tables(random, size, pattern_shapes(size, patterns)),
                    random_tables(random, size, pattern_shapes(size, "light")),
                    {}};
    weights.probcut.to_depth[3] = {.5F, 0, -1, 2, -.25F, .125F};
    weights.probcut.to_end[15].log = -3;
    return weights;
}

int index_of(const PatternPlacement& placement, const Position& position) {
    int index = 0, power = 1;
    for (const Square square : placement.squares) {
        if (position.own & bit(square)) index += power;
        if (position.opp & bit(square)) index += 2 * power;
        power *= 3;
    }
    return index;
}

// The value by the definition of the format, without incremental updates.
class SlowValue {
  public:
    SlowValue(int size, const Tables& tables)
        : size_(size), tables_(tables), set_(size, tables.patterns) {
        for (const Pattern& pattern : set_.patterns)
            weight_of_.push_back(pattern.weight_of_index());
    }

    int operator()(const Position& position) const {
        const int empties = size_ * size_ - count(position.own | position.opp);
        if (!tables_.is_network()) return sum(position, empties, 0, 1);
        const Layers& layers = tables_.layers[empties];
        std::array<int, Layers::kWidth> inputs;
        for (int i = 0; i < Layers::kWidth; ++i)
            inputs[i] = std::clamp(layers.bias[i] + sum(position, empties, i, Layers::kWidth), 0,
                                   Layers::kSumUnit);
        double value = layers.output_bias;
        for (int k = 0; k < Layers::kWidth; ++k) {
            double hidden = layers.hidden_bias[k];
            for (int i = 0; i < Layers::kWidth; ++i) hidden += inputs[i] * layers.hidden[i][k];
            hidden =
                std::floor(hidden * Layers::kOutputUnit / Layers::kSumUnit / Layers::kHiddenUnit);
            value += std::clamp<double>(hidden, 0, Layers::kOutputUnit) * layers.output[k];
        }
        return static_cast<int>(std::floor(value / 256));
    }

  private:
    // Of the number k of each weight's vector, which has `width` numbers.
    int sum(const Position& position, int empties, int k, int width) const {
        std::size_t first =
            tables_.phase_of_empties[empties] * tables_.values.size() / tables_.phases;
        int total = 0;
        for (std::size_t i = 0; i < weight_of_.size(); ++i) {
            for (const PatternPlacement& placement : set_.placements)
                if (placement.pattern == static_cast<int>(i))
                    total += tables_.values[first + k +
                                            width * weight_of_[i][index_of(placement, position)]];
            // The index of twos alone is its own image.
            first += width * (1 + weight_of_[i].back());
        }
        if (tables_.counts_moves)
            total +=
                tables_.values[first + k + width * move_weight(position.own, position.opp)] +
                tables_.values[first + k + width * (125 + move_weight(position.opp, position.own))];
        return total;
    }
    int move_weight(Bits own, Bits opp) const {
        const int last = size_ - 1;
        int number = 0, corners = 0;
        for (const Square square : squares(reference::stepwise_moves(own, opp, size_))) {
            ++number;
            corners +=
                (square / 8 == 0 || square / 8 == last) && (square % 8 == 0 || square % 8 == last);
        }
        return 5 * std::min(number, 24) + corners;
    }

    int size_;
    const Tables& tables_;
    PatternSet set_;
    std::vector<std::vector<int>> weight_of_;
};

// Follows random games with features that change move by move; returns how many passes there were.
template <class Patterns>
int follow_games(std::mt19937_64& random, int size, const Patterns& patterns,
                 const SlowValue& slow_value) {
    int passes = 0;
    for (int game = 0; game < reference::examples(40, 4); ++game) {
        const auto positions = reference::random_game(random, size);
        auto features = patterns.features(positions[0]);
        for (std::size_t i = 1; i < positions.size(); ++i) {
            const Position &before = positions[i - 1], &after = positions[i];
            const int empties = size * size - count(before.own | before.opp);
            const int expected = slow_value(after);
            const Bits placed = (after.own | after.opp) & ~(before.own | before.opp);
            if (placed) {
                const Bits flipped = before.opp & after.opp;
                CHECK(patterns.value_after(features, before, lowest(placed), flipped, empties) ==
                      expected);
                features = patterns.played(features, lowest(placed), flipped);
            } else {
                features = patterns.passed(features);
                ++passes;
            }
            CHECK(patterns.value(features, after, empties - count(placed)) == expected);
        }
    }
    return passes;
}

int empties_of(const Position& position, int size) {
    return size * size - count(position.own | position.opp);
}

std::string rejection(std::vector<std::byte> blob) {
    try {
        Evaluation::parse(blob);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("the pattern sets cover the board and fit the lanes") {
    CHECK(PatternSet(8, pattern_shapes(8, "standard")).placements.size() == 47);
    CHECK(PatternSet(8, pattern_shapes(8, "large")).placements.size() == 63);
    for (const int size : {4, 6, 8}) {
        const PatternSet light(size, pattern_shapes(size, "light"));
        CHECK(light.placements.size() <= LightTables::kMostFeatures);
        const PatternSet set(size, pattern_shapes(size, "standard"));
        CHECK(set.placements.size() <= FullTables::kMostFeatures);
        Bits covered = 0;
        std::set<std::pair<int, Bits>> places;
        for (const PatternPlacement& placement : set.placements) {
            Bits place = 0;
            for (const Square square : placement.squares) place |= bit(square);
            CHECK(count(place) == static_cast<int>(placement.squares.size()));
            CHECK(places.insert({placement.pattern, place}).second);
            covered |= place;
        }
        CHECK(covered == board_mask(size));
        for (const Pattern& pattern : set.patterns) CHECK(pattern.table_size() <= 59049);
    }
    CHECK_THROWS_AS(pattern_shapes(6, "large"), std::invalid_argument);
    CHECK_THROWS_AS(pattern_shapes(8, "none"), std::invalid_argument);
    CHECK_THROWS_AS(pattern_shapes(5, "standard"), std::invalid_argument);
}

TEST_CASE("incremental values equal those computed from scratch, passes included") {
    std::mt19937_64 random(20);
    int passes = 0;
    for (const auto& [size, patterns] : {std::pair<int, std::string>{4, "standard"},
                                         {6, "standard"},
                                         {8, "standard"},
                                         {8, "large"},
                                         {8, "light"}}) {
        const Weights weights = random_weights(random, size, Rules::reversed, patterns);
        const Evaluation evaluation(weights);
        CHECK(evaluation.size() == size);
        CHECK(evaluation.rules() == Rules::reversed);
        passes += follow_games<FullTables>(random, size, evaluation, {size, weights.full});
        passes += follow_games(random, size, evaluation.light(), {size, weights.light});
        Weights network = weights;
        for (const bool counts_moves : {false, true}) {
            network.full =
                random_network(random, size, pattern_shapes(size, patterns), counts_moves);
            passes +=
                follow_games<FullTables>(random, size, Evaluation(network), {size, network.full});
        }
    }
    CHECK(passes > 0);
}

TEST_CASE("a network counts up to 24 moves") {
    std::mt19937_64 random(24);
    Weights weights = random_weights(random, 8, Rules::normal);
    weights.full = random_network(random, 8, pattern_shapes(8, "standard"), true);
    const Evaluation evaluation(weights);
    const SlowValue slow_value(8, weights.full);
    std::set<int> numbers;
    // A block of the opponent's discs with some of one's own in it and empty squares around it.
    for (int i = 0; i < reference::examples(2000, 200); ++i) {
        const Bits block = 0x003c7e7e7e7e3c00, own = block & random() & random();
        const Position position{own, block & ~own};
        numbers.insert(count(position.legal_moves(8)));
        CHECK(evaluation.value(evaluation.features(position), position, empties_of(position, 8)) ==
              slow_value(position));
    }
    CHECK(*numbers.rbegin() > 24);
    CHECK(*numbers.begin() < 24);
}

TEST_CASE("as a heuristic it values positions in discs, and finished games by their margin") {
    std::mt19937_64 random(7);
    for (const int size : {4, 6, 8})
        for (const Rules rules : {Rules::normal, Rules::reversed}) {
            const Weights weights = random_weights(random, size, rules);
            const PatternHeuristic heuristic(std::make_shared<Evaluation>(weights));
            CHECK(heuristic.kind().size == size);
            CHECK(heuristic.kind().rules == rules);
            const SlowValue slow_value(size, weights.full);
            for (const Position& position : reference::random_game(random, size))
                CHECK(heuristic.value(position) * Evaluation::kUnit == slow_value(position));
            const Position all{board_mask(size), 0};
            const int sign = rules == Rules::normal ? 1 : -1;
            CHECK(heuristic.finished_value(all) == sign * kWinPoints * size * size);
        }
}

TEST_CASE("all images of a position have the same value") {
    std::mt19937_64 random(21);
    for (const int size : {4, 6, 8}) {
        Weights weights = random_weights(random, size, Rules::normal);
        weights.full = random_network(random, size, pattern_shapes(size, "standard"), true);
        const Evaluation evaluation(weights);
        for (int i = 0; i < 200; ++i) {
            const Position position = reference::strewn(random, size);
            const int empties = empties_of(position, size);
            const int value = evaluation.value(evaluation.features(position), position, empties);
            for (Symmetry symmetry = 1; symmetry < kSymmetries; ++symmetry) {
                const Position image = transformed(position, symmetry, size);
                CHECK(evaluation.value(evaluation.features(image), image, empties) == value);
            }
        }
    }
}

TEST_CASE("indices share a weight only if they are images of each other") {
    // Edges read from either end: 6561 rows of eight, of which 81 are their own mirror image.
    const Bits shapes[] = {0, 0xff00};
    const PatternSet set(8, shapes);
    const std::vector<int> weight_of = set.patterns[1].weight_of_index();
    CHECK(*std::max_element(weight_of.begin(), weight_of.end()) + 1 == (6561 + 81) / 2);
    CHECK(weight_of[1] == weight_of[2187]);
    CHECK(weight_of[1] != weight_of[2]);
    CHECK(set.patterns[0].weight_of_index() == std::vector<int>{0});
}

TEST_CASE("an evaluation with zero weights values every position at 0") {
    std::mt19937_64 random(22);
    for (const int size : {4, 6, 8}) {
        const Evaluation evaluation = Evaluation::zero(size, Rules::normal);
        const Position position = reference::strewn(random, size);
        CHECK(evaluation.value(evaluation.features(position), position,
                               empties_of(position, size)) == 0);
    }
}

TEST_CASE("weights come back from their bytes, and invalid bytes are rejected") {
    std::mt19937_64 random(23);
    for (const int size : {4, 6, 8})
        for (const Rules rules : {Rules::normal, Rules::reversed}) {
            if (reference::kSanitized && (size == 6) == (rules == Rules::normal)) continue;
            Weights weights = random_weights(random, size, rules);
            CHECK(Weights::parse(weights.dump()) == weights);
            for (const bool counts_moves : {false, true}) {
                weights.full =
                    random_network(random, size, pattern_shapes(size, "standard"), counts_moves);
                CHECK(Weights::parse(weights.dump()) == weights);
            }
        }

    const std::vector<std::byte> blob = random_weights(random, 4, Rules::normal).dump();
    CHECK(rejection(blob) == "");
    CHECK(rejection({}).find("no weights") != std::string::npos);
    for (const std::size_t length : {5, 8, 11, 12, 14, 40, 200})
        CHECK(rejection({blob.begin(), blob.begin() + length}) != "");
    CHECK(rejection({blob.begin(), blob.end() - 1}).find("checksum") != std::string::npos);
    for (std::size_t place = 0; place < blob.size();
         place += 1 + place / reference::examples(8, 1)) {
        std::vector<std::byte> damaged = blob;
        damaged[place] ^= std::byte{16};
        CHECK(rejection(damaged) != "");
    }
    std::vector<std::byte> newer = blob;
    newer[8] = std::byte{9};
    CHECK(rejection(newer).find("version 9") != std::string::npos);

    // A right checksum over a wrong content: the weights lie about what they are for.
    const auto lie = [&](auto change) {
        Weights lying = random_weights(random, 4, Rules::normal);
        change(lying);
        return rejection(lying.dump());
    };
    CHECK(lie([](Weights& weights) { weights.full.phase_of_empties[7] = 5; }).find("phase 5") !=
          std::string::npos);
    CHECK(lie([](Weights& weights) { weights.light.values.pop_back(); }) != "");
    CHECK(lie([](Weights& weights) { weights.light.values.resize(100'000); }) != "");
    CHECK(lie([](Weights& weights) { weights.full.patterns[1] = bit(63); }).find("beyond") !=
          std::string::npos);
    CHECK(lie([](Weights& weights) { weights.size = 5; }).find("size 5") != std::string::npos);
    CHECK(lie([](Weights& weights) { weights.probcut.to_end[2].mean = NAN; }).find("without end") !=
          std::string::npos);
    const auto lying_network = [&](auto change) {
        return lie([&](Weights& weights) {
            weights.full = random_network(random, 4, pattern_shapes(4, "standard"));
            change(weights.full.layers[5]);
        });
    };
    CHECK(lying_network([](Layers&) {}) == "");
    const std::string too_large = "a number of the network's layers is too large";
    CHECK(lying_network([](Layers& layers) { layers.bias[3] = 20'000; }) == too_large);
    CHECK(lying_network([](Layers& layers) { layers.hidden[1][2] = 16'257; }) == too_large);
    CHECK(lying_network([](Layers& layers) { layers.hidden_bias[1] = -(1 << 30); }) == too_large);
    CHECK(lying_network([](Layers& layers) { layers.output_bias = 1 << 30; }) == too_large);
    CHECK(lie([&](Weights& weights) {
              weights.full = random_network(random, 4, pattern_shapes(4, "standard"));
              weights.full.values[7] = -64;
          }) == "a number of the network's vectors is too large");
    CHECK(lie([&](Weights& weights) {
              weights.light = random_network(random, 4, pattern_shapes(4, "light"));
          }).find("unknown kind 1") != std::string::npos);
    Weights crowded = random_weights(random, 8, Rules::normal);
    crowded.light = crowded.full;
    CHECK(rejection(crowded.dump()).find("47 features") != std::string::npos);
}

}  // namespace obversi::evaluation_test
