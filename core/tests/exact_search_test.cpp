#include <doctest/doctest.h>

#include <set>
#include <span>

#include "core/reference/endgames.hpp"
#include "core/reference/evaluation.hpp"
#include "core/reference/switches.hpp"
#include "core/tests/examples.hpp"
#include "core/tests/known_endgames.hpp"
#include "core/tests/search_checks.hpp"

namespace obversi::exact_search_test {
using namespace reference;
using reference::Game;

namespace {

// Whether a line says what it may about a move worth `margin`, if margins matter within (lower,
// upper) only. A window as wide as the board is open at its ends.
bool is_fair(const Line& line, int margin, int lower, int upper, int size) {
    if (lower == -size * size) --lower;
    if (upper == size * size) ++upper;
    if (margin <= lower)
        return line.bound == Bound::at_most && line.margin <= lower && line.margin >= margin;
    if (margin >= upper)
        return line.bound == Bound::at_least && line.margin >= upper && line.margin <= margin;
    return line.bound == Bound::exact && line.margin == margin;
}

}  // namespace

TEST_CASE("search: exact margins of endgames, whatever is switched off") {
    std::mt19937_64 random(51);
    for (const Game& game : kGames) {
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        Engine engine(1, kSmallTable);
        engine.use(random_evaluation(random(), game.size, game.rules));
        for (int i = 0; i < 30; ++i) {
            const Position position =
                endgame(random, game.size, i % 10 ? 1 + i % 9 : 11, kOrigins[i % 4]);
            CAPTURE(position.own);
            CAPTURE(position.opp);
            const int margin = Endgame(game.size, game.rules).margin(position);
            for (const auto& [name, switches] : all_switches()) {
                CAPTURE(name);
                engine.set(switches);
                const Report report = engine.run(exact_task(position, game));
                check_report_is_exact(report, position, game);
                REQUIRE(report.lines.size() == 1);
                CHECK(report.lines[0].margin == margin);
                CHECK(report.lines[0].bound == Bound::exact);
                check_line(report.lines[0], position, game);
            }
        }
    }
}

TEST_CASE("search: every move's margin, and a line that proves it") {
    std::mt19937_64 random(52);
    int passes = 0, early_ends = 0;
    for (const Game& game : kGames) {
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        Engine engine(1, kSmallTable);
        for (int i = 0; i < 40; ++i) {
            const Position position = endgame(random, game.size, 1 + i % 10, kOrigins[i % 4]);
            CAPTURE(position.own);
            CAPTURE(position.opp);
            const Report report = engine.run(exact_task(position, game, kAllLines));
            check_every_move(report, position, game, slow_margins(position, game));
            for (const Line& line : report.lines) {
                Position end = position;
                play(end, line.moves, game.size);
                passes += std::ranges::count(line.moves, kPass) > 0;
                early_ends += count(end.own | end.opp) < game.size * game.size;
            }
        }
    }
    CHECK(passes > 50);
    CHECK(early_ends > 50);
}

TEST_CASE("search: deeper endgames, every move, with a real and a random evaluation") {
    for (const KnownEndgame& known : std::span(known_endgames()).first(examples(20, 4))) {
        const Game game{known.size(), known.rules};
        CAPTURE(known.cells);
        CAPTURE(known.text);
        Engine engine(1, kSmallTable);
        if (game.size == 6)
            check_every_move(engine.run(exact_task(known.position(), game, kAllLines)),
                             known.position(), game, known.margins());
        Engine foolish(1, kSmallTable);
        foolish.use(random_evaluation(7, game.size, game.rules));
        for (Engine* each : {&engine, &foolish}) {
            const Report report = each->run(exact_task(known.position(), game));
            check_report_is_exact(report, known.position(), game);
            CHECK(report.lines[0].margin == best_of(known.margins()));
            check_line(report.lines[0], known.position(), game);
        }
    }
}

TEST_CASE("search: deeper endgames, whatever is switched off") {
    for (const auto& [name, switches] : all_switches()) {
        CAPTURE(name);
        for (const KnownEndgame& known : small_endgames().first(examples(8, 2))) {
            const Game game{known.size(), known.rules};
            CAPTURE(known.cells);
            CAPTURE(known.text);
            Engine engine(1, kSmallTable);
            engine.use(random_evaluation(8, game.size, game.rules));
            engine.set(switches);
            const Report report = engine.run(exact_task(known.position(), game));
            CHECK(report.lines[0].margin == best_of(known.margins()));
            check_line(report.lines[0], known.position(), game);
        }
    }
}

TEST_CASE("search: selective results in the table are not used as exact ones") {
    const auto check = [](const Position& position, const Game& game, int margin) {
        CAPTURE(position.own);
        CAPTURE(position.opp);
        Engine engine(1, kSmallTable);
        engine.use(random_evaluation(9, game.size, game.rules));
        engine.run(depth_task(position, game, 9));
        const Report report = engine.run(depth_task(position, game, 0));
        check_report_is_exact(report, position, game);
        CHECK(report.lines[0].margin == margin);
        check_line(report.lines[0], position, game);
    };
    for (const KnownEndgame& known : small_endgames())
        check(known.position(), {known.size(), known.rules}, best_of(known.margins()));
    // With this many empty squares a selective search to the end comes before the exact one. There
    // are few moves here, so that the slow solver can follow.
    const Position normal[] = {{0x928100a0c18, 0x2200000}, {0x140d25020200, 0x240400}};
    const Position reversed[] = {{0x20000200000, 0x292010032501}, {0x140008000000, 0x230101140510}};
    for (const Position& position : normal)
        check(position, {6, Rules::normal}, Endgame(6, Rules::normal).margin(position));
    for (const Position& position : reversed)
        check(position, {6, Rules::reversed}, Endgame(6, Rules::reversed).margin(position));
}

TEST_CASE("search: a table that is much too small") {
    for (const KnownEndgame& known : small_endgames()) {
        const Game game{known.size(), known.rules};
        CAPTURE(known.cells);
        CAPTURE(known.text);
        Engine engine(1, 1024);
        const Report report = engine.run(exact_task(known.position(), game));
        CHECK(report.lines[0].margin == best_of(known.margins()));
    }
}

TEST_CASE("search: beyond a window there are bounds, inside it margins") {
    std::mt19937_64 random(53);
    std::set<Bound> seen;
    const auto check = [&](Engine& engine, const Position& position, const Game& game, int lower,
                           int upper, const std::vector<MoveMargin>& margins) {
        CAPTURE(position.own);
        CAPTURE(position.opp);
        CAPTURE(lower);
        CAPTURE(upper);
        Task task = exact_task(position, game);
        task.lower = lower;
        task.upper = upper;
        const Report best = engine.run(task);
        const Line& line = best.lines.at(0);
        CHECK(best.exact);
        CHECK(is_fair(line, best_of(margins), lower, upper, game.size));
        seen.insert(line.bound);
        // The move keeps what is promised.
        if (line.bound != Bound::at_most) CHECK(margin_of(margins, line.move) >= line.margin);
        Position end = position;
        CHECK(play(end, line.moves, game.size));

        task.lines = kAllLines;
        const Report all = engine.run(task);
        CHECK(all.lines.size() == margins.size());
        for (const Line& each : all.lines)
            CHECK(is_fair(each, margin_of(margins, each.move), lower, upper, game.size));
    };
    for (const Game& game : kGames) {
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        Engine engine(1, kSmallTable);
        for (int i = 0; i < 12; ++i) {
            const Position position = endgame(random, game.size, 4 + i % 6, kOrigins[i % 4]);
            const auto margins = slow_margins(position, game);
            const int best = best_of(margins), most = game.size * game.size;
            for (const auto& [lower, upper] : {std::pair{-1, 1},
                                               {0, 1},
                                               {-1, 0},
                                               {best - 1, best + 1},
                                               {best - 2, best},
                                               {best, best + 2},
                                               {best, best + 1},
                                               {-most, best - 3},
                                               {best + 3, most}})
                if (lower < upper && lower >= -most && upper <= most)
                    check(engine, position, game, lower, upper, margins);
        }
    }
    for (const KnownEndgame& known : small_endgames()) {
        const Game game{known.size(), known.rules};
        Engine engine(1, kSmallTable);
        check(engine, known.position(), game, -1, 1, known.margins());
    }
    CHECK(seen.size() == 3);
}

TEST_CASE("search: a forced pass is the best move") {
    std::mt19937_64 random(54);
    for (const Game& game : kGames) {
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        Engine engine(1, kSmallTable);
        for (int found = 0; found < 10;) {
            const int empties = 3 + static_cast<int>(random() % 6);
            const Position position = endgame(random, game.size, empties, kOrigins[random() % 4]);
            if (!must_pass(position, game.size)) continue;
            ++found;
            CAPTURE(position.own);
            CAPTURE(position.opp);
            const Report exact = engine.run(exact_task(position, game, 3));
            check_every_move(exact, position, game, slow_margins(position, game));
            const Report shallow = engine.run(depth_task(position, game, 1));
            CHECK(shallow.lines.at(0).move == kPass);
            Position end = position;
            CHECK(play(end, shallow.lines[0].moves, game.size));
        }
    }
}

TEST_CASE("search: a side without discs has lost by every square, or won the reversed game") {
    std::mt19937_64 random(55);
    for (const Game& game : kGames) {
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        Engine engine(1, kSmallTable);
        std::set<int> margins;
        for (int i = 0; i < 150; ++i) {
            const Position position = endgame(random, game.size, 1 + i % 9, Origin::lopsided);
            const int margin = Endgame(game.size, game.rules).margin(position);
            if (std::abs(margin) != game.size * game.size) continue;
            margins.insert(margin);
            CAPTURE(position.own);
            CAPTURE(position.opp);
            const Report report = engine.run(exact_task(position, game, kAllLines));
            check_every_move(report, position, game, slow_margins(position, game));
        }
        CHECK(margins.size() == 2);
    }
    // The only move takes all that the opponent has, on a board that is nearly empty.
    for (const auto& [rules, margin] : {std::pair{Rules::normal, 64}, {Rules::reversed, -64}}) {
        const Position position{bit(square_at(3, 2)), bit(square_at(3, 3)) | bit(square_at(3, 4))};
        Engine engine(1, kSmallTable);
        const Report report = engine.run(exact_task(position, {8, rules}));
        CHECK(report.lines[0].margin == margin);
        CHECK(report.lines[0].moves == std::vector<Square>{square_at(3, 5)});
    }
}

TEST_CASE("search: the requested number of lines, the best first") {
    std::mt19937_64 random(57);
    for (const Game& game : kGames) {
        const Position position = endgame(random, game.size, 8, Origin::random_play);
        auto margins = slow_margins(position, game);
        std::ranges::stable_sort(margins, std::greater{}, &MoveMargin::margin);
        for (int lines = 1; lines <= static_cast<int>(margins.size()) + 1; ++lines) {
            Engine engine(1, kSmallTable);
            const Report report = engine.run(exact_task(position, game, lines));
            REQUIRE(report.lines.size() == std::min<std::size_t>(lines, margins.size()));
            for (std::size_t i = 0; i < report.lines.size(); ++i) {
                CHECK(report.lines[i].margin == margins[i].margin);
                CHECK(report.lines[i].bound == Bound::exact);
                CHECK(margin_of(margins, report.lines[i].move) == margins[i].margin);
                check_line(report.lines[i], position, game);
            }
        }
    }
}

TEST_CASE("search: one engine for all games, in turn") {
    std::mt19937_64 random(59);
    Engine engine(1, kSmallTable);
    // The same discs are another game under other rules.
    for (int i = 0; i < 20; ++i) {
        const Position position = endgame(random, 4, 8, kOrigins[i % 4]);
        for (const Rules rules : {Rules::normal, Rules::reversed}) {
            const Report report = engine.run(exact_task(position, {4, rules}, kAllLines));
            check_every_move(report, position, {4, rules}, slow_margins(position, {4, rules}));
        }
    }
    for (int i = 0; i < 30; ++i) {
        const Game& game = kGames[random() % 6];
        const Position position = endgame(random, game.size, 9, kOrigins[i % 4]);
        const Report report = engine.run(exact_task(position, game));
        CHECK(report.lines.at(0).margin == Endgame(game.size, game.rules).margin(position));
    }
}

TEST_CASE("search: the start of 4×4 has the known margins") {
    Engine engine(1, kSmallTable);
    const auto margin = [&](Rules rules) {
        return engine.run(exact_task(Position::start(4), {4, rules})).lines.at(0).margin;
    };
    CHECK(margin(Rules::normal) == -10);
    CHECK(margin(Rules::reversed) == 4);
}

}  // namespace obversi::exact_search_test
