// The search against the clock. No seconds are compared: where time matters, it is so short or so
// long that the result cannot depend on it.
#include "core/textbook/deepening.hpp"

#include <doctest/doctest.h>

#include <thread>

#include "core/tests/random_heuristic.hpp"
#include "core/textbook/minimax.hpp"

namespace obversi::textbook::deepening_test {
namespace {

using reference::kFinished;
using reference::kRules;
using reference::kSizes;
using reference::RandomHeuristic;

constexpr double kForever = 1e9;
constexpr double kNoTime = 1e-9;

// With time enough a search ends where nothing better can be found, or where minimax has no leaf
// but finished games; cut-offs may leave out the others before that.
TEST_CASE("with time enough it ends with the best result there is or at the end of the game") {
    std::mt19937_64 random(1);
    int wins = 0, early_wins = 0;
    for (int size : kSizes)
        for (Rules rules : kRules)
            for (Finished finished : kFinished)
                for (int i = 0; i < 8; ++i) {
                    const Position position =
                        reference::endgame(random, size, 1 + static_cast<int>(random() % 7),
                                           reference::kOrigins[random() % 4]);
                    const RandomHeuristic heuristic(GameKind(size, rules), finished, 1 << 20);
                    const double most = finished == Finished::result ? 1 : kWinPoints * size * size;
                    const auto is_best = [&](const Found& found) {
                        return finished != Finished::evaluated && found.value >= most;
                    };
                    Watch watch;
                    Found expected{.evaluations = 1};
                    for (int depth = 2; expected.evaluations && !is_best(expected); ++depth)
                        expected = minimax(position, depth, heuristic, watch);
                    const Deepened found =
                        deepening(position, {.seconds = kForever}, heuristic, watch);
                    CAPTURE(size);
                    CAPTURE(static_cast<int>(finished));
                    CAPTURE(position.own);
                    CAPTURE(position.opp);
                    CHECK(found.value == expected.value);
                    CHECK(found.depth >= 2);
                    CHECK(found.is_settled);
                    if (is_best(expected)) {
                        CHECK(found.depth == expected.depth);
                        ++wins;
                        early_wins += expected.evaluations > 0;
                    } else {
                        CHECK(found.depth <= expected.depth);
                    }
                }
    CHECK(wins > early_wins);
    CHECK(early_wins > 0);
}

TEST_CASE("deepening stops at the given depth, and counts all its searches") {
    const RandomHeuristic heuristic(GameKind(8, Rules::reversed), Finished::result, 1 << 20);
    const Position start = Position::start(8);
    Watch watch;
    for (int depth : {1, 2, 3, 5}) {
        const Found found =
            deepening(start, {.seconds = kForever, .depth = depth}, heuristic, watch);
        Maximax maximax(heuristic, watch);
        Found expected;
        for (int reach = std::min(depth, 2); reach <= depth; ++reach)
            expected = maximax(start, reach);
        CHECK(found.depth == depth);
        CHECK(found.move == expected.move);
        CHECK(found.value == expected.value);
        CHECK(found.nodes == expected.nodes);
        CHECK(found.evaluations == expected.evaluations);
        CHECK(found.value == minimax(start, depth, heuristic, watch).value);
    }
}

TEST_CASE("a sure win is settled, and so is the end of every line; a guess is not") {
    std::mt19937_64 random(4);
    int wins = 0, ends = 0;
    for (Rules rules : kRules)
        for (Finished finished : kFinished) {
            Watch watch;
            const RandomHeuristic heuristic(GameKind(8, rules), finished, 1 << 20);
            const DeepeningLimits limits{.seconds = kForever, .depth = 2};
            CHECK(!deepening(Position::start(8), limits, heuristic, watch).is_settled);
            for (int i = 0; i < 40; ++i) {
                const Position position =
                    reference::endgame(random, 8, 1 + static_cast<int>(random() % 5),
                                       reference::kOrigins[random() % 4]);
                const Deepened found = deepening(position, limits, heuristic, watch);
                const Found every_line = minimax(position, 2, heuristic, watch);
                const double win = finished == Finished::result ? 1 : kWinPoints;
                const bool is_win = finished != Finished::evaluated && every_line.value >= win;
                const bool is_end = every_line.evaluations == 0;
                if (is_win || is_end) CHECK(found.is_settled);
                wins += is_win && !is_end;
                ends += is_end && !is_win;
            }
        }
    CHECK(wins > 0);
    CHECK(ends > 0);
}

TEST_CASE("without time the move with the best evaluation is chosen") {
    const RandomHeuristic heuristic(GameKind(6, Rules::normal), Finished::margin, 1 << 20);
    std::mt19937_64 random(2);
    for (int i = 0; i < 20; ++i) {
        const Position position = reference::some_position(random, 6);
        Watch watch;
        const Found found = deepening(position, {.seconds = kNoTime}, heuristic, watch);
        const Found expected = minimax(position, 1, heuristic, watch);
        CHECK(found.depth == 1);
        CHECK(found.move == expected.move);
        CHECK(found.value == expected.value);
    }
}

TEST_CASE("the deadline is gone afterwards") {
    const RandomHeuristic heuristic(GameKind(8, Rules::normal), Finished::margin, 1 << 20);
    Watch watch;
    deepening(Position::start(8), {.seconds = kNoTime}, heuristic, watch);
    CHECK_NOTHROW(watch.look());
    watch.set_seconds(kNoTime);
    CHECK_THROWS_AS(watch.look(), OutOfTime);
}

TEST_CASE("after an evaluation failed, the next search has no deadline") {
    class Failing : public RandomHeuristic {
      public:
        using RandomHeuristic::RandomHeuristic;
        double value(const Position&) const override { throw HeuristicError("no idea"); }
    };
    const Failing heuristic(GameKind(8, Rules::normal), Finished::margin, 1);
    Watch watch;
    CHECK_THROWS_AS(deepening(Position::start(8), {.seconds = 0.001}, heuristic, watch),
                    HeuristicError);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    CHECK_NOTHROW(watch.look());
}

TEST_CASE("a slow evaluation is not called much longer than the time allows") {
    class Slow : public RandomHeuristic {
      public:
        using RandomHeuristic::RandomHeuristic;
        double value(const Position& position) const override {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            return RandomHeuristic::value(position);
        }
    };
    const Slow heuristic(GameKind(8, Rules::normal), Finished::margin, 1 << 20);
    Watch watch;
    watch.set_seconds(0.02);
    CHECK_THROWS_AS(minimax(Position::start(8), 60, heuristic, watch), OutOfTime);
    // Each takes at least its two milliseconds: more evaluations are impossible.
    const Found found = deepening(Position::start(8), {.seconds = 0.1}, heuristic, watch);
    CHECK(found.evaluations < 100);

    // What was begun and not finished counts too.
    const RandomHeuristic fast(heuristic.kind(), Finished::margin, 1 << 20);
    const Found finished =
        deepening(Position::start(8), {.seconds = kForever, .depth = found.depth}, fast, watch);
    CHECK(found.move == finished.move);
    CHECK(found.value == finished.value);
    if (found.evaluations > finished.evaluations) CHECK(found.nodes > finished.nodes);
}

TEST_CASE("an evaluation marked as slow is never called after the time is up") {
    class Counting : public RandomHeuristic {
      public:
        using RandomHeuristic::RandomHeuristic;
        bool is_slow() const override { return true; }
        double value(const Position& position) const override {
            late += Watch::Clock::now() > end;
            return RandomHeuristic::value(position);
        }
        Watch::Clock::time_point end;
        mutable int late = 0;
    };
    Counting heuristic(GameKind(8, Rules::normal), Finished::margin, 1 << 20);
    Watch watch;
    watch.set_seconds(0.02);
    heuristic.end = Watch::Clock::now() + std::chrono::milliseconds(20);
    CHECK_THROWS_AS(minimax(Position::start(8), 60, heuristic, watch), OutOfTime);
    CHECK(heuristic.late <= 1);  // the clock may move on between the look and the question
}

TEST_CASE("an interrupt is not a time-out") {
    struct Stop {};
    const RandomHeuristic heuristic(GameKind(8, Rules::normal), Finished::margin, 1 << 20);
    Watch watch([] { throw Stop(); });
    CHECK_THROWS_AS(deepening(Position::start(8), {.seconds = kForever}, heuristic, watch), Stop);
}

TEST_CASE("the breadths are those of the report") {
    const GameKind kind(8, Rules::reversed);
    const auto with_discs = [](int discs) {
        return Position{discs == 64 ? ~Bits{0} : (Bits{1} << discs) - 1, 0};
    };
    // Depth 1 is about the moves of the position itself.
    const auto mean = [&](int first, int last) {
        double sum = 0;
        for (int round = first; round <= last; ++round)
            sum += average_breadth(with_discs(round), 1, kind);
        return sum / (last - first + 1);
    };
    // It says that only the rounds 0 to 3 and 64 are left out; 4 and 5 are too.
    CHECK(mean(6, 63) == doctest::Approx(8.9495).epsilon(1e-5));
    CHECK(mean(25, 52) == doctest::Approx(11.0839).epsilon(1e-5));
    CHECK(average_breadth(with_discs(4), 1, kind) == 4);
    CHECK(average_breadth(with_discs(30), 3, kind) == 12.9);
    CHECK(average_breadth(with_discs(60), 9, kind) == 0);
    // Half full is half full.
    for (int size : {4, 6})
        CHECK(average_breadth(with_discs(size * size / 2), 1, GameKind(size, Rules::normal)) ==
              12.9);
}

TEST_CASE("the rule for another ply") {
    const auto is_worth = [](double used, double breadth, bool move_changed) {
        return is_worth_a_ply(used, breadth, move_changed, 0.8, 4.0);
    };
    CHECK(is_worth(0.1, 10, false));
    CHECK_FALSE(is_worth(0.4, 10, false));  // 4 s are more than 3.2
    CHECK(is_worth(0.4, 7, false));
    CHECK(is_worth(0.4, 10, true));
    CHECK_FALSE(is_worth(3.3, 0, true));  // nothing helps when the time is nearly used up
    CHECK(is_worth(3.1, 0, false));
}

}  // namespace
}  // namespace obversi::textbook::deepening_test
