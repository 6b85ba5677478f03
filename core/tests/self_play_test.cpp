#include "core/training/self_play.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "core/board/symmetry.hpp"
#include "core/tests/reference.hpp"

using namespace obversi;

namespace {

int minimax(const Position& position, int size, Rules rules) {
    const Bits legal = reference::move_mask(position, size);
    if (!legal) {
        if (!reference::move_mask(position.passed(), size)) return margin(position, size, rules);
        return -minimax(position.passed(), size, rules);
    }
    int best = -size * size;
    for (const Square square : squares(legal)) {
        const Bits flipped = reference::flip_mask(position, size, square);
        best = std::max(best, -minimax(position.played(square, flipped), size, rules));
    }
    return best;
}

}  // namespace

TEST_CASE("the records of a game are what they say") {
    std::map<Source, int> seen;
    for (const int size : {4, 6, 8})
        for (const Rules rules : {Rules::normal, Rules::reversed})
            for (const int depth : {0, 1}) {
                SelfPlay self_play({size, rules, depth, 5, 1}, nullptr);
                for (std::uint32_t game = 0; game < 20; ++game)
                    for (const Record& record : self_play.play(game)) {
                        const Position position{record.own, record.opp};
                        CHECK(position == canonical(position, size).position);
                        CHECK(((record.own | record.opp) & ~board_mask(size)) == 0);
                        CHECK((record.own & record.opp) == 0);
                        CHECK(position.legal_moves(size) != 0);
                        CHECK(record.empties == size * size - count(record.own | record.opp));
                        CHECK(record.game == game);
                        CHECK(std::abs(record.margin) <= size * size * Evaluation::kUnit);
                        CHECK((record.source == Source::solved || record.empties > 5));
                        if (record.source == Source::solved)
                            CHECK(record.margin ==
                                  Evaluation::kUnit * minimax(position, size, rules));
                        if (depth == 0) CHECK(record.source != Source::searched);
                        ++seen[record.source];
                    }
            }
    CHECK(seen.size() == 3);
}

TEST_CASE("before the solved part, margins are those that play without a random move led to") {
    SelfPlay self_play({6, Rules::normal, 2, 6, 3}, nullptr);
    int followed = 0;
    for (std::uint32_t game = 0; game < 10; ++game) {
        const auto records = self_play.play(game);
        for (const Record& record : records) {
            if (record.source != Source::played || record.empties != 7) continue;
            // The first solved position of the game is the one that play led to.
            const Record& solved = records.front();
            CHECK(std::abs(record.margin) == std::abs(solved.margin));
            ++followed;
        }
    }
    CHECK(followed > 0);
}

TEST_CASE("a game depends on its number and not on the games before it") {
    const SelfPlaySettings settings{6, Rules::reversed, 2, 6, 7};
    SelfPlay all(settings, nullptr), one(settings, nullptr);
    std::vector<Record> last, other;
    for (std::uint32_t game = 0; game < 5; ++game) {
        other = last;
        last = all.play(game);
    }
    const auto alone = one.play(4);
    const auto same = [](const Record& a, const Record& b) {
        return a.own == b.own && a.opp == b.opp && a.margin == b.margin && a.source == b.source;
    };
    CHECK(std::equal(last.begin(), last.end(), alone.begin(), alone.end(), same));
    CHECK_FALSE(std::equal(last.begin(), last.end(), other.begin(), other.end(), same));
}
