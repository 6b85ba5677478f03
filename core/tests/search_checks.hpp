// Searches for tests, and checks of their reports.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "core/reference/endgames.hpp"
#include "core/search/engine.hpp"

namespace reference {

using obversi::Bits, obversi::Bound, obversi::count, obversi::kPass, obversi::Line;
using obversi::Position, obversi::Report, obversi::Rules, obversi::Square, obversi::Task;

inline constexpr std::size_t kSmallTable = 1 << 20;
inline constexpr int kAllLines = 64;

struct Game {
    int size;
    Rules rules;
};
inline const Game kGames[] = {{4, Rules::normal},   {4, Rules::reversed}, {6, Rules::normal},
                              {6, Rules::reversed}, {8, Rules::normal},   {8, Rules::reversed}};

// Far more nodes than any search here needs: a search that does not end fails instead.
inline constexpr std::uint64_t kEnoughNodes = 30'000'000;

inline Task exact_task(const Position& position, const Game& game, int lines = 1) {
    return {.position = position,
            .size = game.size,
            .rules = game.rules,
            .limits = {.seconds = 0, .depth = 0, .nodes = kEnoughNodes},
            .lines = lines,
            .exact = true};
}
inline Task depth_task(const Position& position, const Game& game, int depth, int lines = 1) {
    return {.position = position,
            .size = game.size,
            .rules = game.rules,
            .limits = {.seconds = 0, .depth = depth, .nodes = kEnoughNodes},
            .lines = lines};
}

inline bool is_legal(const Position& position, Square move, int size) {
    if (move == kPass) return must_pass(position, size);
    return stepwise_moves(position.own, position.opp, size) >> move & 1;
}

// Plays a line from a position; false if a move is illegal.
inline bool play(Position& position, const std::vector<Square>& moves, int size) {
    for (const Square move : moves) {
        if (!is_legal(position, move, size)) return false;
        position = move == kPass ? position.passed() : after(position, move);
    }
    return true;
}

// The line must be legal, reach the end of the game, and end with the margin that it promises.
inline void check_line(const Line& line, const Position& start, const Game& game) {
    REQUIRE(!line.moves.empty());
    CHECK(line.moves.front() == line.move);
    Position position = start;
    REQUIRE(play(position, line.moves, game.size));
    CHECK(is_over(position, game.size));
    const int margin = Endgame(game.size, game.rules).final_margin(position.own, position.opp);
    CHECK((line.moves.size() % 2 ? -margin : margin) == line.margin);
}

inline void check_report_is_exact(const Report& report, const Position& position,
                                  const Game& game) {
    CHECK(report.exact);
    CHECK(report.selectivity == 100);
    CHECK(report.depth == game.size * game.size - count(position.own | position.opp));
    CHECK(report.nodes > 0);
    CHECK(report.seconds >= 0);
    for (const Line& line : report.lines) {
        CHECK(line.exact);
        CHECK(line.selectivity == 100);
        CHECK(line.depth == report.depth);
    }
}

// Every move once, each with its margin, the best first, and lines of play that prove it.
inline void check_every_move(const Report& report, const Position& position, const Game& game,
                             const std::vector<MoveMargin>& margins) {
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

inline int margin_of(const std::vector<MoveMargin>& margins, Square move) {
    for (const auto& [square, margin] : margins)
        if (square == move) return margin;
    return -1000;
}
inline int best_of(const std::vector<MoveMargin>& margins) {
    int best = -1000;
    for (const auto& [square, margin] : margins) best = std::max(best, margin);
    return best;
}

// A pass counts as a move, if it is the only one.
inline std::vector<MoveMargin> slow_margins(const Position& position, const Game& game) {
    Endgame endgame(game.size, game.rules);
    if (must_pass(position, game.size)) return {{kPass, endgame.margin(position)}};
    return endgame.margins(position);
}

}  // namespace reference
