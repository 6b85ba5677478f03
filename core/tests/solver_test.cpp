#include "core/search/solver.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "core/reference/endgames.hpp"
#include "core/reference/rules.hpp"
#include "core/reference/switches.hpp"

namespace obversi::solver_test {
using reference::Endgame;
using reference::kOrigins;

namespace {

template <class Body>
void for_each_game(Body&& body) {
    for (const int size : {4, 6, 8})
        for (const Rules rules : {Rules::normal, Rules::reversed})
            with_variant(rules, size, [&]<class V>() {
                CAPTURE(V::kSize);
                CAPTURE(V::kReversed);
                body.template operator()<V>();
            });
}

// Whether a search with this alpha was allowed to answer so: a lower bound above it, else an upper.
bool is_true_bound(int value, int alpha, int margin) {
    return value > alpha ? margin >= value : margin <= value;
}

template <class V>
std::vector<int> shuffled_alphas(std::mt19937_64& random) {
    std::vector<int> alphas(2 * V::kSquares + 2);
    std::iota(alphas.begin(), alphas.end(), -V::kSquares - 1);
    std::shuffle(alphas.begin(), alphas.end(), random);
    return alphas;
}

// The margin from nothing but answers to "is it above alpha?".
template <class V>
int margin_by_halves(Solver<V>& solver, const Position& position) {
    int lower = -V::kSquares, upper = V::kSquares;
    while (lower < upper) {
        const int alpha = lower + (upper - lower) / 2 - ((upper - lower) == 1);
        const int value = solver.solve(position, alpha);
        (value > alpha ? lower : upper) = value;
    }
    return lower;
}

template <class V>
Bits empties_of(const Position& position) {
    return V::kMask & ~(position.own | position.opp);
}

// A board full but for one square, from which every ray is of one colour, so that neither side can
// take it. The mover has `own_discs` discs, if the rays leave enough squares to choose from.
template <class V>
Position with_dead_square(std::mt19937_64& random, Square last, int own_discs) {
    Bits own = 0, seen = 0;
    for (int direction = 0; direction < 8; ++direction) {
        Bits ray = 0;
        for (Bits at = reference::stepped(bit(last), direction); at & V::kMask;
             at = reference::stepped(at, direction))
            ray |= at;
        if (random() % 2) own |= ray;
        seen |= ray;
    }
    Bits rest = V::kMask & ~seen & ~bit(last);
    while (rest && count(own) < own_discs) {
        const Square square = reference::any_move(random, rest);
        own |= bit(square);
        rest ^= bit(square);
    }
    return {own, V::kMask & ~own & ~bit(last)};
}

const reference::NamedSwitches kSolverSwitches[] = {
    {"all on", {}},
    {"no cache", {.cache = false}},
    {"no stability", {.stability = false}},
    {"no parity", {.parity = false}},
    {"all off", {.cache = false, .stability = false, .parity = false}},
};

}  // namespace

TEST_CASE("the slow solver's moves are those of the slow rules") {
    std::mt19937_64 random(21);
    for (const int size : {4, 6, 8}) {
        const auto check = [&](const Position& position) {
            const auto [own, opp] = position;
            CHECK(reference::stepwise_moves(own, opp, size) ==
                  reference::move_mask(position, size));
            for (const Square square : squares(board_mask(size) & ~(own | opp)))
                CHECK(reference::stepwise_flips(own, opp, square) ==
                      reference::flip_mask(position, size, square));
        };
        for (int i = 0; i < 300; ++i) check(reference::strewn(random, size));
        for (int game = 0; game < 5; ++game)
            for (const Position& position : reference::random_game(random, size)) check(position);
    }
}

TEST_CASE("the slow solver's cut-offs change nothing") {
    std::mt19937_64 random(22);
    for (const int size : {4, 6, 8})
        for (const Rules rules : {Rules::normal, Rules::reversed})
            for (int i = 0; i < 60; ++i) {
                Endgame endgame(size, rules);
                const Position position =
                    reference::endgame(random, size, 1 + i % 6, kOrigins[i % 4]);
                const int margin = endgame.margin(position);
                CHECK(margin == endgame.minimax(position));
                if (reference::must_pass(position, size)) continue;
                int best = -size * size;
                for (const auto& move : endgame.margins(position))
                    best = std::max(best, move.margin);
                CHECK(margin == best);
            }
    // Known since long.
    CHECK(Endgame(4, Rules::normal).margin(Position::start(4)) == -10);
    CHECK(Endgame(4, Rules::reversed).margin(Position::start(4)) == 4);
}

TEST_CASE("the last move turns what the slow rules turn, wherever it is") {
    std::mt19937_64 random(23);
    for (const int size : {4, 6, 8})
        for (const Square square : squares(board_mask(size)))
            for (int i = 0; i < 40; ++i) {
                const Bits discs = board_mask(size) & ~bit(square);
                const Bits own = discs & (i % 3 ? random() : random() & random());
                CHECK(last_flips(square, own) ==
                      count(reference::flip_mask({own, discs & ~own}, size, square)));
            }
}

TEST_CASE("leaves: a last square that neither side can take counts for the winner") {
    std::mt19937_64 random(30);
    for_each_game([&]<class V>() {
        Leaves<V> leaves;
        int checked = 0;
        for (const Square last : squares(V::kMask))
            for (const int own_discs :
                 {V::kSquares / 2 - 2, V::kSquares / 2 - 1, V::kSquares / 2, V::kSquares / 2 + 1})
                for (int i = 0; i < 4; ++i) {
                    // All that the square sees along a ray is of one colour: no line is bracketed.
                    const Position position = with_dead_square<V>(random, last, own_discs);
                    if (count(position.own) != own_discs) continue;
                    ++checked;
                    CHECK(reference::is_over(position, V::kSize));
                    CHECK(leaves.solve1(position.own, last) ==
                          Endgame(V::kSize, V::kRules).minimax(position));
                }
        CHECK(checked > 4 * V::kSquares);
    });
}

TEST_CASE("leaves: every answer about one to four empty squares is a true bound") {
    std::mt19937_64 random(24);
    int passes = 0, early_ends = 0;
    for_each_game([&]<class V>() {
        Leaves<V> leaves;
        Endgame endgame(V::kSize, V::kRules);
        for (int i = 0; i < 600; ++i) {
            const int n = 1 + i % 4;
            const bool may_be_over = i % 10 == 0;
            const Position position =
                may_be_over ? reference::strewn_endgame(random, V::kSize, n, i % 20 == 0)
                            : reference::endgame(random, V::kSize, n, kOrigins[i / 4 % 4]);
            const auto [own, opp] = position;
            const Bits empties = empties_of<V>(position);
            std::array<Square, 4> last{};
            int size = 0;
            for (const Square square : squares(empties)) last[size++] = square;
            const int margin = endgame.margin(position);
            passes += reference::must_pass(position, V::kSize);
            early_ends += reference::is_over(position, V::kSize);
            CAPTURE(own);
            CAPTURE(opp);
            for (int alpha = -V::kSquares - 1; alpha <= V::kSquares; ++alpha) {
                CAPTURE(alpha);
                const auto check = [&](int value) { CHECK(is_true_bound(value, alpha, margin)); };
                const auto [a, b, c, d] = last;
                switch (n) {
                    case 1:
                        CHECK(leaves.solve1(own, a) == margin);
                        break;
                    case 2:
                        check(leaves.solve2(own, opp, alpha, a, b));
                        check(leaves.solve2(own, opp, alpha, b, a));
                        break;
                    case 3:
                        check(leaves.solve3(own, opp, alpha, a, b, c));
                        check(leaves.solve3(own, opp, alpha, b, c, a));
                        check(leaves.solve3(own, opp, alpha, c, b, a));
                        break;
                    default:
                        check(leaves.solve4(own, opp, alpha, empties,
                                            Quadrants<V::kSize>::parity(empties)));
                }
            }
        }
    });
    CHECK(passes > 50);
    CHECK(early_ends > 50);
}

TEST_CASE("solver: every answer is a true bound, whatever was searched before") {
    std::mt19937_64 random(25);
    for_each_game([&]<class V>() {
        const Switches switches;
        Solver<V> solver(switches);
        Endgame endgame(V::kSize, V::kRules);
        for (int i = 0; i < 160; ++i) {
            const Position position =
                reference::endgame(random, V::kSize, 1 + i % 8, kOrigins[i % 4]);
            CAPTURE(position.own);
            CAPTURE(position.opp);
            const int margin = endgame.margin(position);
            for (const int alpha : shuffled_alphas<V>(random)) {
                CAPTURE(alpha);
                CHECK(is_true_bound(solver.solve(position, alpha), alpha, margin));
            }
        }
    });
}

TEST_CASE("solver: a position and those after it, in any order") {
    // The caches meet positions that they know from above, with other questions.
    std::mt19937_64 random(26);
    for_each_game([&]<class V>() {
        const Switches switches;
        Solver<V> solver(switches);
        Endgame endgame(V::kSize, V::kRules);
        for (int i = 0; i < 6; ++i) {
            Position position = reference::endgame(random, V::kSize, 9, kOrigins[i % 4]);
            std::vector<Position> family;
            for (int ply = 0; ply < 4 && !reference::is_over(position, V::kSize); ++ply) {
                const Bits legal = position.legal_moves(V::kSize);
                if (!legal) {
                    position = position.passed();
                    continue;
                }
                family.push_back(position);
                for (const Square square : squares(legal)) {
                    family.push_back(reference::after(position, square));
                    family.push_back(family.back().passed());
                }
                position = reference::after(position, reference::any_move(random, legal));
            }
            std::shuffle(family.begin(), family.end(), random);
            for (const Position& member : family) {
                CAPTURE(member.own);
                CAPTURE(member.opp);
                const int margin = endgame.margin(member);
                for (int round = 0; round < 6; ++round) {
                    const int alpha = margin - 5 + static_cast<int>(random() % 10);
                    CAPTURE(alpha);
                    CHECK(is_true_bound(solver.solve(member, alpha), alpha, margin));
                }
                CHECK(margin_by_halves(solver, member) == margin);
            }
        }
    });
}

TEST_CASE("solver: no cut-off and no cache changes a margin") {
    std::mt19937_64 random(27);
    for_each_game([&]<class V>() {
        std::vector<Position> positions;
        for (int i = 0; i < 24; ++i)
            positions.push_back(
                reference::endgame(random, V::kSize, i % 12 ? 5 + i % 5 : 11, kOrigins[i % 4]));
        for (const auto& [name, switches] : kSolverSwitches) {
            CAPTURE(name);
            Solver<V> solver(switches);
            for (const Position& position : positions) {
                CAPTURE(position.own);
                CAPTURE(position.opp);
                CHECK(margin_by_halves(solver, position) ==
                      Endgame(V::kSize, V::kRules).margin(position));
            }
        }
    });
}

TEST_CASE("solver: a side without discs has lost by every square, or won the reversed game") {
    std::mt19937_64 random(28);
    for_each_game([&]<class V>() {
        const Switches switches;
        Solver<V> solver(switches);
        int by_every_square = 0;
        for (int i = 0; i < 200; ++i) {
            const Position position =
                reference::endgame(random, V::kSize, 1 + i % 8, reference::Origin::lopsided);
            const int margin = Endgame(V::kSize, V::kRules).margin(position);
            if (std::abs(margin) != V::kSquares) continue;
            ++by_every_square;
            CAPTURE(position.own);
            CAPTURE(position.opp);
            CHECK((solver.solve(position, V::kSquares - 1) == V::kSquares) == (margin > 0));
            CHECK((solver.solve(position, -V::kSquares) == -V::kSquares) == (margin < 0));
        }
        CHECK(by_every_square > 10);
    });
}

TEST_CASE("solver: stable discs bound the margin") {
    std::mt19937_64 random(29);
    for_each_game([&]<class V>() {
        int decided = 0;
        for (int i = 0; i < 200; ++i) {
            const int n = 4 + i % 5;
            const Position position = reference::endgame(random, V::kSize, n, kOrigins[i % 4]);
            const int margin = Endgame(V::kSize, V::kRules).margin(position);
            for (int alpha = -V::kSquares; alpha < V::kSquares; ++alpha) {
                int bound = V::kSquares + 1;
                if (!Solver<V>::stability_decides(position.own, position.opp, alpha, n, bound))
                    continue;
                ++decided;
                CHECK(bound <= alpha);
                CHECK(margin <= bound);
            }
        }
        CHECK(decided > 100);
    });
}

TEST_CASE("solver: what is switched on saves work") {
    // In sum over some endgames. Parity and stable discs decide less in reversed games.
    for_each_game([&]<class V>() {
        const auto nodes = [](const Switches& switches) {
            std::mt19937_64 random(31);
            Solver<V> solver(switches);
            for (int i = 0; i < 40; ++i)
                margin_by_halves(solver, reference::endgame(random, V::kSize, 10, kOrigins[i % 2]));
            return solver.nodes;
        };
        const std::uint64_t all_on = nodes({});
        CHECK(all_on < nodes({.cache = false}) / 5 * 4);
        if (V::kReversed) return;
        CHECK(all_on < nodes({.stability = false}));
        if (V::kSize == 8) CHECK(all_on < nodes({.parity = false}));
    });
}

}  // namespace obversi::solver_test
