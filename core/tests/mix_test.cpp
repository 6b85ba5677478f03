#include "core/heuristics/mix.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "core/board/symmetry.hpp"
#include "core/reference/rules.hpp"

namespace obversi::mix_test {

namespace {

using Names = std::vector<std::string>;

const GameKind kGames[] = {{4, Rules::normal},   {6, Rules::normal},   {8, Rules::normal},
                           {4, Rules::reversed}, {6, Rules::reversed}, {8, Rules::reversed}};

// The fourth report's cell utility.
std::array<double, 64> report_squares(int size) {
    constexpr double kQuarter[4][4] = {
        {25, -5, 14, 10}, {-5, -7, -4, 1}, {14, -4, 3, 2}, {10, 1, 2, -6}};
    std::array<double, 64> squares{};
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column)
            squares[square_at(row, column)] =
                kQuarter[std::min(row, size - 1 - row)][std::min(column, size - 1 - column)];
    return squares;
}

Names all_names() {
    Names names;
    for (const Feature& one : features()) names.push_back(one.name);
    return names;
}

std::vector<double> random_numbers(std::mt19937_64& random, std::size_t count) {
    std::vector<double> numbers(count);
    for (double& number : numbers) number = (static_cast<int>(random() % 201) - 100) / 7.0;
    return numbers;
}

// All features, three phases.
std::unique_ptr<Mix> random_mix(std::mt19937_64& random, const GameKind& kind, Rules written_for) {
    const Names names = all_names();
    const int area = kind.size * kind.size;
    return std::make_unique<Mix>(
        kind, Finished::margin, written_for, names,
        std::vector<Phase>{{area / 3, random_numbers(random, names.size())},
                           {area / 2, random_numbers(random, names.size())},
                           {area, random_numbers(random, names.size())}},
        report_squares(kind.size));
}

Position some_position(std::mt19937_64& random, int size) {
    const std::vector<Position> game = reference::random_game(random, size);
    return game[random() % game.size()];
}

// A position with the given number of discs.
Position with_discs(int discs) { return {(Bits{1} << discs) - 1, 0}; }

}  // namespace

TEST_CASE("a mix worked out by hand: the fourth report's after one move") {
    const Mix mix(GameKind(8, Rules::normal), Finished::margin, Rules::normal,
                  {"squares", "disc_share", "move_share"}, {{64, {1, 1, 1}}}, report_squares(8));
    const Position position = Position::start(8).played(square_at(2, 3));
    // One disc worth -6 against three of those and one worth 2; three moves against three.
    const std::vector<Mix::Term> terms = mix.terms(position);
    REQUIRE(terms.size() == 3);
    CHECK(terms[0].value == -6 - (2 - 3 * 6));
    CHECK(terms[1].value == (1 - 4) / 5.0);
    CHECK(terms[2].value == 0);
    CHECK(mix.value(position) == doctest::Approx(10 - 0.6));
}

TEST_CASE("the value is the sum of the terms, and each term its feature") {
    std::mt19937_64 random(61);
    for (const GameKind& kind : kGames)
        for (int i = 0; i < 50; ++i) {
            const auto mix = random_mix(random, kind, Rules::normal);
            const Position position = some_position(random, kind.size);
            const WeightedBoard board(kind.size, report_squares(kind.size));
            double sum = 0;
            std::size_t number = 0;
            for (const Mix::Term& term : mix->terms(position)) {
                CHECK(term.feature == &features()[number++]);
                // Asked alone, nothing is shared with other features.
                CHECK(term.value == term.feature->of(FeatureContext(position, board)));
                sum += term.weight * term.value;
            }
            CHECK(number == features().size());
            CHECK(mix->value(position) == doctest::Approx(sum));
        }
}

TEST_CASE("a phase lasts to its last number of discs, the last phase to the end") {
    const Mix mix(GameKind(8, Rules::normal), Finished::margin, Rules::normal, {"bias", "discs"},
                  {{10, {1, 0}}, {20, {2, 0}}, {30, {3, -1}}}, {});
    const auto weight = [&](int discs) { return mix.terms(with_discs(discs))[0].weight; };
    CHECK(weight(0) == 1);
    CHECK(weight(10) == 1);
    CHECK(weight(11) == 2);
    CHECK(weight(20) == 2);
    CHECK(weight(21) == 3);
    CHECK(weight(30) == 3);
    CHECK(weight(63) == 3);
    CHECK(mix.value(with_discs(10)) == 1);
    CHECK(mix.value(with_discs(20)) == 2);
    CHECK(mix.value(with_discs(40)) == 3 - 40);
    // A weight of nothing is a term all the same.
    CHECK(mix.terms(with_discs(7))[1].weight == 0);
    CHECK(mix.terms(with_discs(7))[1].value == 7);
}

TEST_CASE("under the other rules features change their sign, mobility does not") {
    const Position position = Position::start(6).played(square_at(1, 2));
    const Names names = all_names();
    const std::vector<double> twos(names.size(), 2);
    for (const Rules written_for : {Rules::normal, Rules::reversed})
        for (const Rules rules : {Rules::normal, Rules::reversed}) {
            const Mix mix(GameKind(6, rules), Finished::margin, written_for, names, {{36, twos}},
                          report_squares(6));
            for (const Mix::Term& term : mix.terms(position)) {
                CAPTURE(term.feature->name);
                CHECK(term.weight == (rules != written_for && term.feature->goal ? -2 : 2));
            }
        }
    const Mix none(GameKind(6, Rules::reversed), Finished::margin, Rules::normal, {"discs"},
                   {{36, {0}}}, {});
    CHECK_FALSE(std::signbit(none.terms(position)[0].weight));
}

TEST_CASE("a mix has bit-identical values for symmetric positions") {
    std::mt19937_64 random(62);
    Names names = all_names();
    std::erase(names, "r3_stability");  // sees rows and columns differently
    for (const GameKind& kind : kGames)
        for (int i = 0; i < 30; ++i) {
            const Mix mix(kind, Finished::margin, Rules::normal, names,
                          {{64, random_numbers(random, names.size())}}, report_squares(kind.size));
            const Position position = some_position(random, kind.size);
            for (Symmetry symmetry = 1; symmetry < kSymmetries; ++symmetry)
                CHECK(mix.value(transformed(position, symmetry, kind.size)) == mix.value(position));
        }
}

TEST_CASE("a finished game is valued as the mix prescribes") {
    // Three discs to one, twelve squares empty.
    const Position position{0b111, 0b1000};
    const auto finished = [&](Rules rules, Finished how) {
        return Mix(GameKind(4, rules), how, Rules::normal, {"discs"}, {{16, {5}}}, {})
            .finished_value(position);
    };
    CHECK(finished(Rules::normal, Finished::margin) == 14 * kWinPoints);
    CHECK(finished(Rules::reversed, Finished::margin) == -14 * kWinPoints);
    CHECK(finished(Rules::normal, Finished::result) == 1);
    CHECK(finished(Rules::reversed, Finished::result) == -1);
    CHECK(finished(Rules::normal, Finished::evaluated) == 10);
    CHECK(finished(Rules::reversed, Finished::evaluated) == -10);
}

TEST_CASE("weights too large for any sum are an error, not an infinite value") {
    const Position position{0b111, 0b1000};
    const auto value = [&](const Names& names, const std::vector<double>& weights, double square) {
        std::array<double, 64> squares;
        squares.fill(square);
        return Mix(GameKind(8, Rules::normal), Finished::margin, Rules::normal, names,
                   {{64, weights}}, squares)
            .value(position);
    };
    CHECK_THROWS_AS(value({"discs"}, {1e308}, 0), HeuristicError);
    CHECK_THROWS_AS(value({"discs", "corners"}, {1e308, -1e308}, 0), HeuristicError);
    CHECK_THROWS_AS(value({"squares"}, {1}, 1e308), HeuristicError);
    CHECK(value({"discs"}, {1e300}, 0) == 2e300);
}

TEST_CASE("parts that do not fit together are rejected") {
    const auto make = [](const Names& names, const std::vector<Phase>& phases) {
        Mix(GameKind(8, Rules::normal), Finished::margin, Rules::normal, names, phases, {});
    };
    CHECK_THROWS_WITH_AS(make({"discs", "luck"}, {{64, {1, 1}}}), "there is no feature 'luck'",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(make({"discs"}, {}), "a mix needs a phase", std::invalid_argument);
    CHECK_THROWS_WITH_AS(make({"discs"}, {{20, {1}}, {64, {1, 2}}}),
                         "weights in a phase: 2, features: 1", std::invalid_argument);
    CHECK_NOTHROW(make({}, {{64, {}}}));
}

}  // namespace obversi::mix_test
