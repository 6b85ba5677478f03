// Perfect endings, against slow code and against the engine.
#include "core/textbook/perfect.hpp"

#include <doctest/doctest.h>

#include "core/tests/search_checks.hpp"

namespace obversi::perfect_test {
using textbook::Found;
using textbook::perfect;
using textbook::Watch;

namespace {

Found found_in(const Position& position, const reference::Game& game) {
    Watch watch;
    return perfect(position, GameKind(game.size, game.rules), watch);
}

// The right margin, and a move that keeps it.
void check(const Position& position, const reference::Game& game) {
    CAPTURE(position.own);
    CAPTURE(position.opp);
    const auto margins = reference::slow_margins(position, game);
    const Found found = found_in(position, game);
    CHECK(found.value == reference::best_of(margins));
    CHECK(reference::margin_of(margins, found.move) == reference::best_of(margins));
    CHECK(found.depth == GameKind(game.size, game.rules).empties(position));
    CHECK(found.nodes > 0);
    CHECK(found.evaluations == 0);
}

}  // namespace

TEST_CASE("perfect endings are those of slow code") {
    std::mt19937_64 random(1);
    for (const reference::Game& game : reference::kGames)
        for (const reference::Origin origin : reference::kOrigins)
            for (int empties = 1; empties <= 9; ++empties)
                for (int i = 0; i < (empties > 7 ? 4 : 25); ++i)
                    check(reference::endgame(random, game.size, empties, origin), game);
}

TEST_CASE("perfect endings are those of the engine") {
    std::mt19937_64 random(2);
    Engine engine(1, reference::kSmallTable);
    for (const reference::Game& game : reference::kGames)
        for (const reference::Origin origin : reference::kOrigins)
            for (int empties = 10; empties <= (game.size == 4 ? 11 : 12); ++empties)
                for (int i = 0; i < 3; ++i) {
                    const Position position =
                        reference::endgame(random, game.size, empties, origin);
                    CAPTURE(position.own);
                    CAPTURE(position.opp);
                    const Report report =
                        engine.run(reference::exact_task(position, game, reference::kAllLines));
                    const Found found = found_in(position, game);
                    CHECK(found.value == report.lines.front().margin);
                    const auto is_found = [&](const Line& line) { return line.move == found.move; };
                    const auto line = std::ranges::find_if(report.lines, is_found);
                    REQUIRE(line != report.lines.end());
                    CHECK(line->margin == found.value);
                }
}

TEST_CASE("4x4 from its start") {
    CHECK(found_in(Position::start(4), {4, Rules::normal}).value == -10);
    CHECK(found_in(Position::start(4), {4, Rules::reversed}).value == 4);
}

TEST_CASE("a finished game is worth its margin") {
    std::mt19937_64 random(3);
    for (const reference::Game& game : reference::kGames) {
        const Bits board = board_mask(game.size);
        for (int i = 0; i < 20; ++i) {
            const Bits own = random() & board;
            const Position full{own, board & ~own};
            const Found found = found_in(full, game);
            CHECK(found.value == margin(full, game.size, game.rules));
            CHECK(found.move == kPass);
            CHECK(found.depth == 0);
            CHECK(found.nodes == 1);
        }
        CHECK(found_in({1, 0}, game).value == margin({1, 0}, game.size, game.rules));
        CHECK(found_in({0, 0}, game).value == 0);
    }
}

TEST_CASE("a pass is found where there is no other move") {
    for (const reference::Game& game : reference::kGames) {
        // The mover's disc beside the opponent's in the corner.
        const Position position{bit(1), bit(0)};
        REQUIRE(reference::must_pass(position, game.size));
        const Found found = found_in(position, game);
        const int squares = game.size * game.size;
        CHECK(found.move == kPass);
        CHECK(found.value == (game.rules == Rules::normal ? -squares : squares));
    }
}

TEST_CASE("the same search counts the same nodes, and looks at few of them") {
    std::mt19937_64 random(4);
    for (const reference::Game& game : reference::kGames) {
        if (game.size == 4) continue;
        std::uint64_t nodes = 0;
        for (int i = 0; i < 10; ++i) {
            const Position position =
                reference::endgame(random, game.size, 10, reference::Origin::sensible_play);
            const Found found = found_in(position, game);
            CHECK(found.nodes == found_in(position, game).nodes);
            nodes += found.nodes;
        }
        CHECK(nodes / 10 < 30'000);
    }
}

TEST_CASE("a perfect ending is ended by time and by interrupts") {
    const GameKind kind(8, Rules::normal);
    Watch hurried;
    hurried.set_seconds(0.01);
    CHECK_THROWS_AS(perfect(Position::start(8), kind, hurried), textbook::OutOfTime);
    Watch disturbed([] { throw std::runtime_error("stop"); });
    CHECK_THROWS_WITH(perfect(Position::start(8), kind, disturbed), "stop");
}

}  // namespace obversi::perfect_test
