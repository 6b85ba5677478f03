#include "core/board/game.hpp"

#include "core/reference/rules.hpp"
#include "doctest/doctest.h"

namespace obversi::game_test {

namespace {

// Counted cell by cell, as a person would after the last move.
int slow_margin(const Position& position, int size, bool reversed) {
    int own = 0, opp = 0, empty = 0;
    const reference::Cells board = reference::cells(position, size);
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) {
            own += board.at[row][column] == 1;
            opp += board.at[row][column] == -1;
            empty += board.at[row][column] == 0;
        }
    if (own == opp) return 0;
    if (reversed) return own < opp ? opp + empty - own : -(own + empty - opp);
    return own > opp ? own + empty - opp : -(opp + empty - own);
}

}  // namespace

TEST_CASE("margins give the empty squares to the winner") {
    std::mt19937_64 random(6);
    for (const int size : {4, 6, 8})
        for (int i = 0; i < 500; ++i) {
            const Position position = reference::strewn(random, size);
            CHECK(margin(position, size, Rules::normal) == slow_margin(position, size, false));
            CHECK(margin(position, size, Rules::reversed) == slow_margin(position, size, true));
        }
    CHECK(margin({0, bit(0)}, 8, Rules::reversed) == 64);
    CHECK(margin({0, bit(0)}, 6, Rules::normal) == -36);
}

TEST_CASE("a game goes forward, ends, and comes back") {
    std::mt19937_64 random(7);
    int passes = 0;
    for (const int size : {4, 6, 8})
        for (int i = 0; i < 60; ++i) {
            Game game(size, Rules::reversed);
            std::vector<Position> seen;
            while (!game.is_over()) {
                seen.push_back(game.position());
                const Bits legal = game.legal_moves();
                CHECK(legal == reference::move_mask(game.position(), size));
                CHECK(game.is_legal(kPass) == (legal == 0));
                Square move = kPass;
                if (legal) {
                    do move = static_cast<Square>(random() % 64);
                    while (!game.is_legal(move));
                }
                passes += move == kPass;
                const Color mover = game.turn();
                game.push(move);
                CHECK(game.turn() == other(mover));
                CHECK(game.move_at(game.ply() - 1) == move);
            }
            CHECK(reference::move_mask(game.position(), size) == 0);
            CHECK(reference::move_mask(game.position().passed(), size) == 0);
            CHECK_FALSE(game.is_legal(kPass));
            while (game.ply() > 0) {
                game.pop();
                CHECK(game.position() == seen.back());
                seen.pop_back();
            }
            CHECK(game.turn() == Color::black);
            CHECK(game.discs(Color::black) == start_black(size));
            CHECK(game.discs(Color::white) == start_white(size));
        }
    CHECK(passes > 0);
}

}  // namespace obversi::game_test
