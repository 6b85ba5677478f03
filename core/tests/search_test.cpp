#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "core/search/engine.hpp"
#include "core/tests/known_endgames.hpp"
#include "core/tests/random_endgames.hpp"
#include "core/tests/random_evaluation.hpp"

using namespace obversi;
using reference::Endgame;
using reference::KnownEndgame;
using reference::kOrigins;

namespace {

constexpr std::size_t kSmallTable = 1 << 20;
constexpr int kAllLines = 64;

struct Game {
    int size;
    Rules rules;
};
const Game kGames[] = {{4, Rules::normal},   {4, Rules::reversed}, {6, Rules::normal},
                       {6, Rules::reversed}, {8, Rules::normal},   {8, Rules::reversed}};

struct NamedSwitches {
    std::string name;
    Switches switches;
};
const NamedSwitches kSwitches[] = {
    {"all on", {}},
    {"no table", {.table = false}},
    {"no cache", {.cache = false}},
    {"no stability", {.stability = false}},
    {"no child cut-offs", {.child_cutoffs = false}},
    {"no parity", {.parity = false}},
    {"no evaluation", {.evaluation = false}},
    {"no probcut", {.probcut = false}},
    {"no selective passes", {.selective_passes = false}},
    {"all off", {false, false, false, false, false, false, false, false}},
};

// Far more nodes than any search here needs: a search that does not end fails instead.
constexpr std::uint64_t kEnoughNodes = 30'000'000;

Task exact_task(const Position& position, const Game& game, int lines = 1) {
    return {.position = position,
            .size = game.size,
            .rules = game.rules,
            .limits = {.seconds = 0, .depth = 0, .nodes = kEnoughNodes},
            .lines = lines,
            .exact = true};
}
Task depth_task(const Position& position, const Game& game, int depth, int lines = 1) {
    return {.position = position,
            .size = game.size,
            .rules = game.rules,
            .limits = {.seconds = 0, .depth = depth, .nodes = kEnoughNodes},
            .lines = lines};
}

bool is_legal(const Position& position, Square move, int size) {
    if (move == kPass) return reference::must_pass(position, size);
    return reference::stepwise_moves(position.own, position.opp, size) >> move & 1;
}

// Plays a line from a position; false if a move is illegal.
bool play(Position& position, const std::vector<Square>& moves, int size) {
    for (const Square move : moves) {
        if (!is_legal(position, move, size)) return false;
        position = move == kPass ? position.passed() : reference::after(position, move);
    }
    return true;
}

// The line must be legal, reach the end of the game, and end with the margin that it promises.
void check_line(const Line& line, const Position& start, const Game& game) {
    REQUIRE(!line.moves.empty());
    CHECK(line.moves.front() == line.move);
    Position position = start;
    REQUIRE(play(position, line.moves, game.size));
    CHECK(reference::is_over(position, game.size));
    const int margin = Endgame(game.size, game.rules).final_margin(position.own, position.opp);
    CHECK((line.moves.size() % 2 ? -margin : margin) == line.margin);
}

void check_report_is_exact(const Report& report, const Position& position, const Game& game) {
    CHECK(report.exact);
    CHECK(report.certainty == 100);
    CHECK(report.depth == game.size * game.size - count(position.own | position.opp));
    CHECK(report.nodes > 0);
    CHECK(report.seconds >= 0);
    for (const Line& line : report.lines) {
        CHECK(line.exact);
        CHECK(line.certainty == 100);
        CHECK(line.depth == report.depth);
    }
}

// Every move once, each with its margin, the best first, and lines of play that prove it.
void check_every_move(const Report& report, const Position& position, const Game& game,
                      const std::vector<reference::MoveMargin>& margins) {
    check_report_is_exact(report, position, game);
    std::map<Square, int> expected, found;
    for (const auto& [square, margin] : margins) expected[square] = margin;
    for (std::size_t i = 0; i < report.lines.size(); ++i) {
        const Line& line = report.lines[i];
        found[line.move] = line.margin;
        CHECK(line.bound == Bound::exact);
        check_line(line, position, game);
        if (i > 0) CHECK(report.lines[i - 1].margin >= line.margin);
    }
    CHECK(report.lines.size() == margins.size());
    CHECK(found == expected);
}

int margin_of(const std::vector<reference::MoveMargin>& margins, Square move) {
    for (const auto& [square, margin] : margins)
        if (square == move) return margin;
    return -1000;
}
int best_of(const std::vector<reference::MoveMargin>& margins) {
    int best = -1000;
    for (const auto& [square, margin] : margins) best = std::max(best, margin);
    return best;
}

// A pass counts as a move, if it is the only one.
std::vector<reference::MoveMargin> slow_margins(const Position& position, const Game& game) {
    Endgame endgame(game.size, game.rules);
    if (reference::must_pass(position, game.size)) return {{kPass, endgame.margin(position)}};
    return endgame.margins(position);
}

// What a search to a depth should find: the evaluation where it ends, but the truth where the game
// ends before. A pass is no step, and who has no discs left is not evaluated.
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
        const Bits legal = reference::stepwise_moves(position.own, position.opp, game_.size);
        if (!legal) {
            if (reference::is_over(position, game_.size))
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
        const double units = evaluation_.value(evaluation_.features(position), empties);
        return std::clamp(static_cast<int>(std::round(units / Evaluation::kUnit)), 1 - most_,
                          most_ - 1);
    }

    const Evaluation& evaluation_;
    Game game_;
    int most_;
};

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
        engine.use(reference::random_evaluation(random(), game.size, game.rules));
        for (int i = 0; i < 30; ++i) {
            const Position position =
                reference::endgame(random, game.size, i % 10 ? 1 + i % 9 : 11, kOrigins[i % 4]);
            CAPTURE(position.own);
            CAPTURE(position.opp);
            const int margin = Endgame(game.size, game.rules).margin(position);
            for (const auto& [name, switches] : kSwitches) {
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
            const Position position =
                reference::endgame(random, game.size, 1 + i % 10, kOrigins[i % 4]);
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

TEST_CASE("search: deeper endgames, every move, with and without a sense of the game") {
    for (const KnownEndgame& known : reference::known_endgames()) {
        const Game game{known.size(), known.rules};
        CAPTURE(known.cells);
        CAPTURE(known.text);
        Engine engine(1, kSmallTable);
        if (game.size == 6)
            check_every_move(engine.run(exact_task(known.position(), game, kAllLines)),
                             known.position(), game, known.margins());
        Engine foolish(1, kSmallTable);
        foolish.use(reference::random_evaluation(7, game.size, game.rules));
        for (Engine* each : {&engine, &foolish}) {
            const Report report = each->run(exact_task(known.position(), game));
            check_report_is_exact(report, known.position(), game);
            CHECK(report.lines[0].margin == best_of(known.margins()));
            check_line(report.lines[0], known.position(), game);
        }
    }
}

TEST_CASE("search: deeper endgames, whatever is switched off") {
    for (const auto& [name, switches] : kSwitches) {
        CAPTURE(name);
        for (const KnownEndgame& known : reference::small_endgames()) {
            const Game game{known.size(), known.rules};
            CAPTURE(known.cells);
            CAPTURE(known.text);
            Engine engine(1, kSmallTable);
            engine.use(reference::random_evaluation(8, game.size, game.rules));
            engine.set(switches);
            const Report report = engine.run(exact_task(known.position(), game));
            CHECK(report.lines[0].margin == best_of(known.margins()));
            check_line(report.lines[0], known.position(), game);
        }
    }
}

TEST_CASE("search: what less certain searches leave in the table is not taken for the truth") {
    const auto check = [](const Position& position, const Game& game, int margin) {
        CAPTURE(position.own);
        CAPTURE(position.opp);
        Engine engine(1, kSmallTable);
        engine.use(reference::random_evaluation(9, game.size, game.rules));
        engine.run(depth_task(position, game, 9));
        const Report report = engine.run(depth_task(position, game, 0));
        check_report_is_exact(report, position, game);
        CHECK(report.lines[0].margin == margin);
        check_line(report.lines[0], position, game);
    };
    for (const KnownEndgame& known : reference::small_endgames())
        check(known.position(), {known.size(), known.rules}, best_of(known.margins()));
    // With so many empty squares a selective search to the end comes before the exact one. There
    // are few moves here, so that the slow solver can follow.
    const Position normal[] = {{0x928100a0c18, 0x2200000}, {0x140d25020200, 0x240400}};
    const Position reversed[] = {{0x20000200000, 0x292010032501}, {0x140008000000, 0x230101140510}};
    for (const Position& position : normal)
        check(position, {6, Rules::normal}, Endgame(6, Rules::normal).margin(position));
    for (const Position& position : reversed)
        check(position, {6, Rules::reversed}, Endgame(6, Rules::reversed).margin(position));
}

TEST_CASE("search: a table that is much too small") {
    for (const KnownEndgame& known : reference::small_endgames()) {
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
                           int upper, const std::vector<reference::MoveMargin>& margins) {
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
            const Position position =
                reference::endgame(random, game.size, 4 + i % 6, kOrigins[i % 4]);
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
    for (const KnownEndgame& known : reference::small_endgames()) {
        const Game game{known.size(), known.rules};
        Engine engine(1, kSmallTable);
        check(engine, known.position(), game, -1, 1, known.margins());
    }
    CHECK(seen.size() == 3);
}

TEST_CASE("search: who must pass passes") {
    std::mt19937_64 random(54);
    for (const Game& game : kGames) {
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        Engine engine(1, kSmallTable);
        for (int found = 0; found < 10;) {
            const int empties = 3 + static_cast<int>(random() % 6);
            const Position position =
                reference::endgame(random, game.size, empties, kOrigins[random() % 4]);
            if (!reference::must_pass(position, game.size)) continue;
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

TEST_CASE("search: without discs one has lost by every square, or won the reversed game") {
    std::mt19937_64 random(55);
    for (const Game& game : kGames) {
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        Engine engine(1, kSmallTable);
        std::set<int> margins;
        for (int i = 0; i < 150; ++i) {
            const Position position =
                reference::endgame(random, game.size, 1 + i % 9, reference::Origin::lopsided);
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
        const Bits legal = reference::stepwise_moves(position.own, position.opp, game.size);
        for (const Square square : squares(legal))
            of_moves[square] = slow.after(position, square, depth);
        if (!legal) of_moves[kPass] = expected;
        for (const Switches& switches :
             {Switches{.probcut = false}, Switches{.child_cutoffs = false, .probcut = false},
              Switches{.table = false, .probcut = false}}) {
            // What is left in the table by a deeper search would be better than asked for.
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
        const auto evaluation = reference::random_evaluation(random(), game.size, game.rules);
        // From the whole game, to a small depth.
        for (int i = 0; i < 20; ++i) {
            const int depth = 1 + i % 4, most = game.size * game.size - 4;
            const int empties = depth + 1 + static_cast<int>(random() % (most - depth));
            check(reference::endgame(random, game.size, empties, kOrigins[i % 4]), game, depth,
                  evaluation);
        }
        // Deeper, where there are fewer moves, and more passes and early ends.
        for (int i = 0; i < 32; ++i) {
            const int depth = 3 + i % 5, empties = depth + 1 + static_cast<int>(random() % 3);
            check(reference::endgame(random, game.size, empties, kOrigins[i / 2 % 4]), game, depth,
                  evaluation);
        }
    }
}

TEST_CASE("search: so many lines as asked for, the best first") {
    std::mt19937_64 random(57);
    for (const Game& game : kGames) {
        const Position position =
            reference::endgame(random, game.size, 8, reference::Origin::random_play);
        auto margins = slow_margins(position, game);
        std::ranges::stable_sort(margins, std::greater{}, &reference::MoveMargin::margin);
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

TEST_CASE("search: with one thread the same search is the same to the node") {
    for (const Game& game : kGames) {
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        const auto evaluation = reference::random_evaluation(11, game.size, game.rules);
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
    }
}

TEST_CASE("search: limits of depth and nodes are kept, and a legal move is found within any") {
    for (const Game& game : kGames) {
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        const Position start = Position::start(game.size);
        Engine engine(1, kSmallTable);
        engine.use(reference::random_evaluation(12, game.size, game.rules));
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

TEST_CASE("search: a depth that reaches the end of the game is exact") {
    std::mt19937_64 random(58);
    for (const Game& game : kGames)
        for (const int empties : {6, 11}) {
            const Position position =
                reference::endgame(random, game.size, empties, reference::Origin::random_play);
            Engine engine(1, kSmallTable);
            for (const int depth : {empties, empties + 1, 64}) {
                const Report report = engine.run(depth_task(position, game, depth));
                check_report_is_exact(report, position, game);
                CHECK(report.lines.at(0).margin == Endgame(game.size, game.rules).margin(position));
            }
        }
}

TEST_CASE("search: one engine for all games, in turn") {
    std::mt19937_64 random(59);
    Engine engine(1, kSmallTable);
    // The same discs are another game under other rules.
    for (int i = 0; i < 20; ++i) {
        const Position position = reference::endgame(random, 4, 8, kOrigins[i % 4]);
        for (const Rules rules : {Rules::normal, Rules::reversed}) {
            const Report report = engine.run(exact_task(position, {4, rules}, kAllLines));
            check_every_move(report, position, {4, rules}, slow_margins(position, {4, rules}));
        }
    }
    for (int i = 0; i < 30; ++i) {
        const Game& game = kGames[random() % 6];
        const Position position = reference::endgame(random, game.size, 9, kOrigins[i % 4]);
        const Report report = engine.run(exact_task(position, game));
        CHECK(report.lines.at(0).margin == Endgame(game.size, game.rules).margin(position));
    }
}

TEST_CASE("search: the start of 4×4 is what everybody knows it to be") {
    Engine engine(1, kSmallTable);
    const auto margin = [&](Rules rules) {
        return engine.run(exact_task(Position::start(4), {4, rules})).lines.at(0).margin;
    };
    CHECK(margin(Rules::normal) == -10);
    CHECK(margin(Rules::reversed) == 4);
}

TEST_CASE("search: selective searches of a game without sense come to an end") {
    // Shallow searches in place of deep ones may contradict each other.
    std::mt19937_64 random(60);
    for (const Game& game : kGames) {
        CAPTURE(game.size);
        CAPTURE(game.rules == Rules::reversed);
        const auto evaluation = reference::random_evaluation(random(), game.size, game.rules);
        Engine engine(1, kSmallTable);
        engine.use(evaluation);
        for (int i = 0; i < 6; ++i) {
            const int depth = 8;
            const int empties =
                std::min(game.size * game.size - 4, 9 + static_cast<int>(random() % 40));
            const Position position =
                reference::endgame(random, game.size, empties, kOrigins[i % 3]);
            const Report report = engine.run(depth_task(position, game, depth, 1 + i % 3));
            CHECK((report.depth == depth || report.exact));
            for (const Line& line : report.lines) {
                Position end = position;
                CHECK(play(end, line.moves, game.size));
            }
        }
    }
}
