#include <doctest/doctest.h>

#include <cmath>

#include "core/reference/endgames.hpp"
#include "core/reference/evaluation.hpp"
#include "core/tests/examples.hpp"
#include "core/tests/search_checks.hpp"

namespace obversi::depth_search_test {
using namespace reference;
using reference::Game;

namespace {

// What a search to a depth should find: the evaluation where it ends, but the truth where the game
// ends before. A pass does not count as a step, and a side without discs is not evaluated.
class SlowDepthSearch {
  public:
    SlowDepthSearch(const Evaluation& evaluation, const Game& game)
        : evaluation_(evaluation), game_(game), most_(game.size * game.size) {}

    int operator()(const Position& position, int depth) const {
        return value(position, -most_, most_, depth);
    }
    int after(const Position& position, Square move, int depth) const {
        return child(position, move, -most_, most_, depth);
    }

  private:
    int value(const Position& position, int alpha, int beta, int depth) const {
        const int empties = most_ - count(position.own | position.opp);
        if (depth == 0 && empties > 0) return at_sight(position, empties);
        const Bits legal = stepwise_moves(position.own, position.opp, game_.size);
        if (!legal) {
            if (is_over(position, game_.size))
                return Endgame(game_.size, game_.rules).final_margin(position.own, position.opp);
            return -value(position.passed(), -beta, -alpha, depth);
        }
        int best = -most_;
        for (const Square square : squares(legal)) {
            best = std::max(best, child(position, square, std::max(alpha, best), beta, depth));
            if (best >= beta) break;
        }
        return best;
    }
    int child(const Position& position, Square square, int alpha, int beta, int depth) const {
        const Position after = reference::after(position, square);
        if (after.own == 0) return game_.rules == Rules::normal ? most_ : -most_;
        return -value(after, -beta, -alpha, depth - 1);
    }
    int at_sight(const Position& position, int empties) const {
        double units = evaluation_.value(evaluation_.features(position), position, empties);
        // The side to move gets a bonus, less near the end of the game.
        if (game_.size == 8 && game_.rules == Rules::normal)
            units += 70 + std::floor(42.0 * std::min(empties, 28) / 28);
        return std::clamp(static_cast<int>(std::round(units / Evaluation::kUnit)), 1 - most_,
                          most_ - 1);
    }

    const Evaluation& evaluation_;
    Game game_;
    int most_;
};

}  // namespace

TEST_CASE("search: a depth is searched as if there were no cut-offs") {
    std::mt19937_64 random(56);
    const auto check = [](const Position& position, const Game& game, int depth,
                          const std::shared_ptr<const Evaluation>& evaluation) {
        CAPTURE(position.own);
        CAPTURE(position.opp);
        CAPTURE(depth);
        const SlowDepthSearch slow(*evaluation, game);
        const int expected = slow(position, depth);
        std::map<Square, int> of_moves;
        const Bits legal = stepwise_moves(position.own, position.opp, game.size);
        for (const Square square : squares(legal))
            of_moves[square] = slow.after(position, square, depth);
        if (!legal) of_moves[kPass] = expected;
        for (const Switches& switches :
             {Switches{.probcut = false}, Switches{.child_cutoffs = false, .probcut = false},
              Switches{.table = false, .probcut = false}}) {
            // What is left in the table by a deeper search would be deeper than this search.
            Engine engine(1, kSmallTable);
            engine.use(evaluation);
            engine.set(switches);
            const Report one = engine.run(depth_task(position, game, depth));
            CHECK(one.depth == depth);
            CHECK_FALSE(one.exact);
            CHECK(one.lines.at(0).margin == expected);
            CHECK(of_moves.at(one.lines[0].move) == expected);
            engine.clear();
            const Report all = engine.run(depth_task(position, game, depth, kAllLines));
            CHECK(all.lines.size() == of_moves.size());
            for (const Line& line : all.lines) {
                CHECK(line.margin == of_moves.at(line.move));
                Position end = position;
                CHECK(play(end, line.moves, game.size));
            }
        }
    };
    for (const Game& game : kGames) {
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        const auto evaluation = random_evaluation(random(), game.size, game.rules);
        // From the whole game, to a small depth.
        for (int i = 0; i < examples(20, 4); ++i) {
            const int depth = 1 + i % 4, most = game.size * game.size - 4;
            const int empties = depth + 1 + static_cast<int>(random() % (most - depth));
            check(endgame(random, game.size, empties, kOrigins[i % 4]), game, depth, evaluation);
        }
        // Deeper, where there are fewer moves, and more passes and early ends.
        for (int i = 0; i < examples(32, 5); ++i) {
            const int depth = 3 + i % 5, empties = depth + 1 + static_cast<int>(random() % 3);
            check(endgame(random, game.size, empties, kOrigins[i / 2 % 4]), game, depth,
                  evaluation);
        }
    }
}

TEST_CASE("search: two plies before the horizon the evaluation cuts off by its fitted error") {
    // To a depth of three plies there are no other selective cut-offs.
    std::mt19937_64 random(57);
    for (const Game& game : kGames) {
        if (game.size == 4) continue;
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        std::vector<Position> positions;
        for (int i = 0; i < examples(10, 2); ++i)
            positions.push_back(endgame(random, game.size, 20 + i % 8, kOrigins[i % 4]));
        // The nodes of all searches, with this mean and logarithm of the deviation.
        const auto nodes = [&](float mean, float log, bool probcut = true) {
            Weights weights = Weights::zero(game.size, game.rules);
            std::mt19937_64 values(58);
            for (std::int16_t& value : weights.full.values)
                value = static_cast<std::int16_t>(static_cast<int>(values() % 601) - 300);
            weights.probcut.to_depth.fill({mean, 0, 0, log, 0, 0});
            Engine engine(1, kSmallTable);
            engine.use(std::make_shared<const Evaluation>(weights));
            engine.set(Switches{.probcut = probcut});
            std::uint64_t total = 0;
            for (const Position& position : positions) {
                engine.clear();
                total += engine.run(depth_task(position, game, 3)).nodes;
            }
            return total;
        };
        const std::uint64_t whole = nodes(0, 0, false);
        CHECK(nodes(0, 20) == whole);  // nothing is that far outside a window
        CHECK(nodes(0, -20) < whole);
        // Where replies are expected to be better for their player than they seem, all but the
        // first move are cut off; where they are expected to be worse, all are searched again.
        CHECK(nodes(40, -20) < nodes(-40, -20));
    }
}

TEST_CASE("search: with one thread the same search is the same to the node") {
    for (const Game& game : kGames) {
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        const auto evaluation = random_evaluation(11, game.size, game.rules);
        const int depth = game.size == 8 ? 7 : 8;
        const Task task = depth_task(Position::start(game.size), game, depth, 2);
        Engine first(1, kSmallTable), second(1, kSmallTable);
        first.use(evaluation);
        second.use(evaluation);
        const Report one = first.run(task), two = second.run(task);
        second.run(exact_task(Position::start(4), {4, Rules::reversed}));
        second.clear();
        const Report three = second.run(task);
        for (const Report* other : {&two, &three}) {
            CHECK(one.nodes == other->nodes);
            CHECK(one.depth == other->depth);
            REQUIRE(one.lines.size() == other->lines.size());
            for (std::size_t i = 0; i < one.lines.size(); ++i) {
                CHECK(one.lines[i].moves == other->lines[i].moves);
                CHECK(one.lines[i].margin == other->lines[i].margin);
            }
        }
        // Without the table nothing is left of a search that ends in the middle game.
        if (game.size < 8) continue;
        first.set(Switches{.table = false});
        std::mt19937_64 random(71);
        for (int i = 0; i < 8; ++i) {
            const Task other = depth_task(endgame(random, 8, 40, kOrigins[0]), game, 4);
            const std::uint64_t nodes = first.run(other).nodes;
            first.run(task);
            CHECK(first.run(other).nodes == nodes);
        }
    }
}

TEST_CASE("search: limits of depth and nodes hold, and any limit gives a legal move") {
    for (const Game& game : kGames) {
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        const Position start = Position::start(game.size);
        Engine engine(1, kSmallTable);
        engine.use(random_evaluation(12, game.size, game.rules));
        for (int depth = 1; depth <= 6; ++depth) {
            const Report report = engine.run(depth_task(start, game, depth));
            CHECK(report.depth == depth);
            CHECK(is_legal(start, report.lines.at(0).move, game.size));
        }
        for (const std::uint64_t nodes : {1, 1000, 100'000}) {
            Task task = exact_task(start, game);
            task.limits.nodes = nodes;
            const Report report = engine.run(task);
            REQUIRE(report.lines.size() == 1);
            CHECK(is_legal(start, report.lines[0].move, game.size));
            if (game.size == 8) {
                CHECK_FALSE(report.exact);
                CHECK(report.nodes < nodes + 50'000);
            }
        }
        Task task = exact_task(start, game);
        task.limits.seconds = 1e-9;
        const Report hurried = engine.run(task);
        CHECK(is_legal(start, hurried.lines.at(0).move, game.size));
        if (game.size > 4) CHECK_FALSE(hurried.exact);
    }
}

TEST_CASE("search: deepening goes on where the nodes do not suffice for an exact search") {
    std::mt19937_64 random(70);
    const auto reports = [](Engine& engine, const Position& position, const Game& game,
                            std::uint64_t nodes) {
        Task task = depth_task(position, game, 0);
        task.limits.nodes = nodes;
        task.limits.seconds = 1e6;  // which is enough
        engine.clear();
        engine.start(task);
        std::vector<Report> all;
        for (bool ended = false; !ended;) {
            ended = engine.wait(1);
            while (const auto report = engine.next_report()) all.push_back(*report);
        }
        return all;
    };
    for (const Game& game : kGames) {
        if (game.size == 4) continue;
        Engine engine(1, kSmallTable);
        engine.use(random_evaluation(random(), game.size, game.rules));
        for (int i = 0; i < examples(4, 2); ++i) {
            const int empties = 15 + i % 2, prepared = empties - 8;
            const Position position = endgame(random, game.size, empties, kOrigins[0]);
            const auto enough = reports(engine, position, game, kEnoughNodes);
            REQUIRE(enough.size() > 1);
            CHECK(enough.back().exact);
            CHECK(enough[enough.size() - 2].depth == prepared);
            const std::uint64_t nodes = enough[enough.size() - 2].nodes;
            const auto few = reports(engine, position, game, 6 * nodes);
            CHECK(few.back().depth > prepared);
            CHECK(!few.back().exact);
        }
    }
}

TEST_CASE("search: a depth that reaches the end of the game is exact") {
    std::mt19937_64 random(58);
    for (const Game& game : kGames)
        for (const int empties : {6, 11}) {
            const Position position = endgame(random, game.size, empties, Origin::random_play);
            Engine engine(1, kSmallTable);
            for (const int depth : {empties, empties + 1, 64}) {
                const Report report = engine.run(depth_task(position, game, depth));
                check_report_is_exact(report, position, game);
                CHECK(report.lines.at(0).margin == Endgame(game.size, game.rules).margin(position));
            }
        }
}

TEST_CASE("search: moves that are images of each other have one value") {
    std::mt19937_64 random(61);
    for (const Game& game : kGames) {
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        Engine engine(1, kSmallTable);
        engine.use(random_evaluation(random(), game.size, game.rules));
        const Position start = Position::start(game.size);
        const std::uint64_t nodes = engine.run(depth_task(start, game, 7)).nodes;
        for (const int lines : {1, 2, 3, kAllLines}) {
            engine.clear();
            const Report report = engine.run(depth_task(start, game, 7, lines));
            CHECK(report.nodes == nodes);  // only one of them is searched
            CHECK(report.lines.size() == std::min<std::size_t>(lines, 4));
            Bits moves = 0;
            for (const Line& line : report.lines) {
                CHECK(line.margin == report.lines[0].margin);
                CHECK(line.moves.size() == report.lines[0].moves.size());
                moves |= bit(line.move);
                Position end = start;
                CHECK(play(end, line.moves, game.size));
            }
            CHECK(count(moves) == static_cast<int>(report.lines.size()));
        }
    }
}

TEST_CASE("search: selective searches end even with a random evaluation") {
    // Shallow searches in place of deep ones may contradict each other.
    std::mt19937_64 random(60);
    for (const Game& game : kGames) {
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        const auto evaluation = random_evaluation(random(), game.size, game.rules);
        Engine engine(1, kSmallTable);
        engine.use(evaluation);
        for (int i = 0; i < examples(6, 3); ++i) {
            const int depth = 8;
            const int empties =
                std::min(game.size * game.size - 4, 9 + static_cast<int>(random() % 40));
            const Position position = endgame(random, game.size, empties, kOrigins[i % 3]);
            const Report report = engine.run(depth_task(position, game, depth, 1 + i % 3));
            CHECK((report.depth == depth || report.exact));
            for (const Line& line : report.lines) {
                Position end = position;
                CHECK(play(end, line.moves, game.size));
            }
        }
    }
}

}  // namespace obversi::depth_search_test
