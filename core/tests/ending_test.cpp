#include "core/search/ending.hpp"

#include "core/reference/endgames.hpp"
#include "doctest/doctest.h"

namespace obversi::ending_test {

const StopFlag stop;  // is never set

TEST_CASE("margins and results of endings are those of the slow solver") {
    for (const int size : {4, 6, 8})
        for (const Rules rules : {Rules::normal, Rules::reversed}) {
            const GameKind kind(size, rules);
            std::mt19937_64 random(size);
            std::vector<Position> positions;
            for (int i = 0; i < 240; ++i)
                positions.push_back(
                    reference::endgame(random, size, 1 + i % 8, reference::kOrigins[i / 8 % 4]));
            // One for all, so that what it remembers of one position is there for the next.
            const auto ending = Ending::make(kind, stop);
            std::vector<std::int8_t> expected;
            for (const Position& position : positions) {
                const int margin = reference::Endgame(size, rules).margin(position);
                expected.push_back(static_cast<std::int8_t>(margin));
                CHECK(ending->result(position) == (margin > 0) - (margin < 0));
                CHECK(ending->margin(position) == margin);
            }
            for (const int threads : {1, 3}) {
                std::vector<std::int8_t> margins(positions.size());
                exact_margins(positions, kind, threads, {}, margins);
                CHECK(margins == expected);
            }
        }
}

TEST_CASE("a finished game has its margin for either mover") {
    for (const Rules rules : {Rules::normal, Rules::reversed}) {
        const GameKind kind(8, rules);
        const Position wiped_out{0xff, 0};
        const auto ending = Ending::make(kind, stop);
        CHECK(ending->margin(wiped_out) == kind.margin(wiped_out));
        CHECK(ending->margin(wiped_out.passed()) == -kind.margin(wiped_out));
        CHECK(ending->result(wiped_out) == (rules == Rules::normal ? 1 : -1));
    }
}

TEST_CASE("an exception of the caller ends exact margins") {
    std::mt19937_64 random(1);
    std::vector<Position> positions(
        10'000, reference::endgame(random, 8, 14, reference::Origin::random_play));
    std::vector<std::int8_t> margins(positions.size());
    CHECK_THROWS_AS(
        exact_margins(
            positions, {8, Rules::normal}, 2, [] { throw std::runtime_error("stop"); }, margins),
        std::runtime_error);
}

TEST_CASE("an exception of the caller ends a position that would take days") {
    const std::vector<Position> positions(3, Position::start(8));
    std::vector<std::int8_t> margins(positions.size());
    CHECK_THROWS_AS(
        exact_margins(
            positions, {8, Rules::reversed}, 2, [] { throw std::runtime_error("stop"); }, margins),
        std::runtime_error);
}

}  // namespace obversi::ending_test
