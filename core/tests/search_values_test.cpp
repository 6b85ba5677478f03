#include "core/training/search_values.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>

#include "core/reference/evaluation.hpp"
#include "core/reference/rules.hpp"
#include "core/tests/examples.hpp"
#include "core/tests/search_checks.hpp"

namespace obversi::search_values_test {

namespace {

constexpr int kDepth = 4, kExact = 7, kWidth = kDepth + 2;

std::vector<float> values_of(const std::vector<Position>& positions, const reference::Game& game,
                             const std::shared_ptr<const Evaluation>& evaluation, int threads) {
    std::vector<float> values(kWidth * positions.size());
    search_values(positions, {game.size, game.rules, kDepth, kExact, threads}, evaluation, nullptr,
                  values);
    return values;
}

// Neighbours of a game, which have much in common, and endgames of all kinds.
std::vector<Position> some_positions(std::mt19937_64& random, int size) {
    std::vector<Position> positions;
    for (const Position& position : reference::random_game(random, size))
        if (!reference::is_over(position, size)) positions.push_back(position);
    for (const reference::Origin origin : reference::kOrigins)
        for (int empties = 1; empties <= 9; empties += reference::examples(1, 4))
            positions.push_back(reference::endgame(random, size, empties, origin));
    return positions;
}

}  // namespace

TEST_CASE("search values: each is that of a search of its own") {
    std::mt19937_64 random(1);
    int exact = 0, passes = 0;
    for (const reference::Game& game : reference::kGames) {
        const auto evaluation = reference::random_evaluation(2, game.size, game.rules);
        const auto positions = some_positions(random, game.size);
        const auto values = values_of(positions, game, evaluation, 1);
        Engine engine(1, reference::kSmallTable);
        engine.use(evaluation);
        engine.set({.probcut = false});
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const Position& position = positions[i];
            CAPTURE(position.own);
            CAPTURE(position.opp);
            const float* const row = values.data() + kWidth * i;
            const int empties = game.size * game.size - count(position.own | position.opp);
            passes += reference::must_pass(position, game.size);
            CHECK(row[0] == static_cast<float>(engine.evaluate(position, game.size, game.rules)));
            for (int depth = 1; depth <= kDepth; ++depth) {
                if (depth >= empties) {
                    CHECK(std::isnan(row[depth]));
                    continue;
                }
                engine.clear();
                CHECK(row[depth] ==
                      engine.run(reference::depth_task(position, game, depth)).lines[0].margin);
            }
            if (empties > kExact) {
                CHECK(std::isnan(row[kDepth + 1]));
                continue;
            }
            CHECK(row[kDepth + 1] == reference::Endgame(game.size, game.rules).margin(position));
            ++exact;
        }
    }
    CHECK(exact > reference::examples(100, 50));
    CHECK(passes > reference::examples(5, 1));
}

TEST_CASE("search values: the same on any number of threads") {
    std::mt19937_64 random(2);
    const reference::Game game{6, Rules::reversed};
    const auto evaluation = reference::random_evaluation(3, game.size, game.rules);
    const auto positions = some_positions(random, game.size);
    const auto one = values_of(positions, game, evaluation, 1);
    const auto three = values_of(positions, game, evaluation, 3);
    CHECK(std::ranges::equal(
        one, three, [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); }));
    CHECK(values_of({}, game, evaluation, 3).empty());
}

TEST_CASE("search values: the progress callback can end the searches") {
    const std::vector<Position> positions(100'000, Position::start(8));
    const auto evaluation = reference::random_evaluation(4, 8, Rules::normal);
    std::vector<float> values(positions.size() * 10);
    const auto look = [] { throw std::runtime_error("enough"); };
    CHECK_THROWS_WITH(
        search_values(positions, {8, Rules::normal, 8, 0, 2}, evaluation, look, values), "enough");
}

TEST_CASE("search values: the progress callback can end a search that would take days") {
    const std::vector<Position> positions(2, Position::start(8));
    const auto evaluation = reference::random_evaluation(4, 8, Rules::normal);
    std::vector<float> values(positions.size() * 52);
    const auto look = [] { throw std::runtime_error("enough"); };
    CHECK_THROWS_WITH(
        search_values(positions, {8, Rules::normal, 50, 0, 2}, evaluation, look, values), "enough");
}

}  // namespace obversi::search_values_test
