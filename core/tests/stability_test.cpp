#include "core/board/stability.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

#include "core/reference/endgames.hpp"
#include "core/reference/rules.hpp"

namespace obversi::stability_test {

namespace {

Bits stable(const Position& position, int size) {
    if (size == 4) return Stability<4>::stable(position.own, position.opp);
    if (size == 6) return Stability<6>::stable(position.own, position.opp);
    return Stability<8>::stable(position.own, position.opp);
}

// Any position between the start of a game and its end.
Position some_position(std::mt19937_64& random, int size, int i) {
    const int empties = static_cast<int>(random() % (size * size - 4));
    if (i % 3 == 0) return reference::strewn_endgame(random, size, empties, i % 2);
    const auto origin =
        i % 3 == 1 ? reference::Origin::random_play : reference::Origin::sensible_play;
    return reference::endgame(random, size, 1 + empties, origin);
}

// An edge as text: X the mover's discs, O the opponent's, - empty. All that can become of it if
// either side may play anywhere on it, whether that flips a disc along the edge or not.
class EdgeGames {
  public:
    // The places whose disc never changes.
    const std::string& lasting(const std::string& edge) {
        const auto [known, is_new] = lasting_.try_emplace(edge, edge);
        if (!is_new) return known->second;
        std::string all = edge;
        for (std::size_t place = 0; place < edge.size(); ++place)
            for (const char mover : {'X', 'O'})
                if (edge[place] == '-') {
                    const std::string& after = lasting(played(edge, place, mover));
                    for (std::size_t i = 0; i < edge.size(); ++i)
                        if (after[i] != edge[i]) all[i] = '-';
                }
        return lasting_[edge] = all;
    }

  private:
    static std::string played(std::string edge, std::size_t place, char mover) {
        const int size = static_cast<int>(edge.size());
        edge[place] = mover;
        for (const int step : {-1, 1}) {
            int at = static_cast<int>(place) + step;
            while (at >= 0 && at < size && edge[at] != mover && edge[at] != '-') at += step;
            if (at < 0 || at >= size || edge[at] != mover) continue;
            for (at -= step; at != static_cast<int>(place); at -= step) edge[at] = mover;
        }
        return edge;
    }

    std::map<std::string, std::string> lasting_;
};

std::string edge_number(int number, int size) {
    std::string edge;
    for (int i = 0; i < size; ++i, number /= 3) edge += "-XO"[number % 3];
    return edge;
}

// Plainly stable: in each of the four directions the line is full, or the board
// ends on one side, or a stable disc of the same player is next to it.
Bits plainly_stable(const Position& position, int size) {
    const reference::Cells cells = reference::cells(position, size);
    bool found[8][8] = {};
    const auto is_safe = [&](int row, int column, int down, int right) {
        bool full = true;
        for (const int sign : {-1, 1}) {
            int r = row + sign * down, c = column + sign * right;
            if (!cells.inside(r, c) || found[r][c]) return true;
            for (; cells.inside(r, c); r += sign * down, c += sign * right)
                full = full && cells.at[r][c] != 0;
        }
        return full;
    };
    Bits stable = 0;
    for (bool more = true; more;) {
        more = false;
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column)
                if (cells.at[row][column] == 1 && !found[row][column] &&
                    is_safe(row, column, 0, 1) && is_safe(row, column, 1, 0) &&
                    is_safe(row, column, 1, 1) && is_safe(row, column, 1, -1)) {
                    more = found[row][column] = true;
                    stable |= bit(square_at(row, column));
                }
    }
    return stable;
}

// Whether some line of play turns one of these discs, which may belong to either side.
bool can_be_turned(const Position& position, int size, Bits discs) {
    const Bits legal = reference::stepwise_moves(position.own, position.opp, size);
    if (!legal)
        return reference::must_pass(position, size) &&
               can_be_turned(position.passed(), size, discs);
    for (const Square square : squares(legal)) {
        if (reference::stepwise_flips(position.own, position.opp, square) & discs) return true;
        if (can_be_turned(reference::after(position, square), size, discs)) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("a stable disc is never turned, however the game goes on") {
    std::mt19937_64 random(31);
    for (const int size : {4, 6, 8}) {
        CAPTURE(size);
        int found = 0;
        for (int i = 0; i < 600; ++i) {
            Position position = some_position(random, size, i);
            const Bits mine = stable(position, size), theirs = stable(position.passed(), size);
            CAPTURE(position.own);
            CAPTURE(position.opp);
            CHECK((mine & ~position.own) == 0);
            CHECK((theirs & ~position.opp) == 0);
            found += count(mine | theirs);
            const Position start = position;
            for (int game = 0; game < 12; ++game) {
                // Either side may be the next to move.
                position = game % 2 ? start.passed() : start;
                while (!reference::is_over(position, size)) {
                    const Bits legal = reference::stepwise_moves(position.own, position.opp, size);
                    if (!legal) {
                        position = position.passed();
                        continue;
                    }
                    const Square square = reference::any_move(random, legal);
                    const Bits turned =
                        reference::stepwise_flips(position.own, position.opp, square);
                    CHECK((turned & (mine | theirs)) == 0);
                    position = position.played(square, turned);
                }
            }
        }
        CHECK(found > 1000);
    }
}

TEST_CASE("a stable disc is not flipped in any line of play") {
    std::mt19937_64 random(32);
    for (const int size : {4, 6, 8})
        for (int i = 0; i < 150; ++i) {
            const Position position = reference::endgame(random, size, 1 + i % (size == 4 ? 7 : 5),
                                                         reference::kOrigins[i % 4]);
            const Bits discs = stable(position, size) | stable(position.passed(), size);
            CAPTURE(position.own);
            CAPTURE(position.opp);
            CHECK_FALSE(can_be_turned(position, size, discs));
            CHECK_FALSE(can_be_turned(position.passed(), size, discs));
        }
}

TEST_CASE("every disc that is plainly stable is found") {
    std::mt19937_64 random(33);
    for (const int size : {4, 6, 8})
        for (int i = 0; i < 1500; ++i) {
            const Position position = some_position(random, size, i);
            CAPTURE(position.own);
            CAPTURE(position.opp);
            CHECK((plainly_stable(position, size) & ~stable(position, size)) == 0);
        }
}

TEST_CASE("an edge's stable discs are those that all play on the edge leaves alone") {
    for (const int size : {4, 6, 8}) {
        EdgeGames games;
        int edges = 1;
        for (int i = 0; i < size; ++i) edges *= 3;
        for (int number = 0; number < edges; ++number) {
            const std::string edge = edge_number(number, size);
            const std::string& lasting = games.lasting(edge);
            CAPTURE(edge);
            const int last = size - 1;
            Position top, bottom, left, right;
            Bits on_top = 0, on_bottom = 0, on_left = 0, on_right = 0;
            for (int i = 0; i < size; ++i) {
                const auto place = [&](Position& position, Bits& expected, Square square) {
                    if (edge[i] == 'X') position.own |= bit(square);
                    if (edge[i] == 'O') position.opp |= bit(square);
                    if (lasting[i] == 'X') expected |= bit(square);
                };
                place(top, on_top, square_at(0, i));
                place(bottom, on_bottom, square_at(last, i));
                place(left, on_left, square_at(i, 0));
                place(right, on_right, square_at(i, last));
            }
            CHECK(stable(top, size) == on_top);
            CHECK(stable(bottom, size) == on_bottom);
            CHECK(stable(left, size) == on_left);
            CHECK(stable(right, size) == on_right);
        }
    }
}

}  // namespace obversi::stability_test
