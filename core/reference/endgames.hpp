// Endgames to try a search on: from random games, from games with chosen moves, and boards that no
// game would lead to.
#pragma once

#include <random>

#include "core/reference/solver.hpp"

namespace reference {

enum class Origin { random_play, sensible_play, strewn, lopsided };
inline constexpr Origin kOrigins[] = {Origin::random_play, Origin::sensible_play, Origin::strewn,
                                      Origin::lopsided};

inline int nth_of(Word set, int n) {
    for (; n > 0; --n) set &= set - 1;
    return std::countr_zero(set);
}

inline obversi::Position after(const obversi::Position& position, int square) {
    const Word turned = stepwise_flips(position.own, position.opp, square);
    return {position.opp & ~turned, position.own | turned | Word{1} << square};
}

inline bool must_pass(const obversi::Position& position, int size) {
    return !stepwise_moves(position.own, position.opp, size) &&
           stepwise_moves(position.opp, position.own, size);
}
inline bool is_over(const obversi::Position& position, int size) {
    return !stepwise_moves(position.own, position.opp, size) &&
           !stepwise_moves(position.opp, position.own, size);
}

inline int any_move(std::mt19937_64& random, Word legal) {
    return nth_of(legal, static_cast<int>(random() % std::popcount(legal)));
}

// Of two moves drawn at random the one that leaves the opponent fewer replies.
inline int sensible_move(std::mt19937_64& random, const obversi::Position& position, Word legal,
                         int size) {
    const int one = any_move(random, legal), other = any_move(random, legal);
    const auto replies = [&](int square) {
        const obversi::Position next = after(position, square);
        return std::popcount(stepwise_moves(next.own, next.opp, size));
    };
    return replies(one) <= replies(other) ? one : other;
}

// The given number of empty squares, discs of either colour anywhere. If lopsided, one side has
// only one to three discs: soon none, perhaps, and the game ends early.
inline obversi::Position strewn_endgame(std::mt19937_64& random, int size, int empties,
                                        bool lopsided) {
    Word discs = obversi::board_mask(size);
    for (int i = 0; i < empties; ++i) discs ^= Word{1} << any_move(random, discs);
    Word own = discs & random();
    if (lopsided) {
        own = 0;
        for (int i = static_cast<int>(random() % 3); i >= 0; --i)
            own |= Word{1} << any_move(random, discs);
        if (random() % 2) own ^= discs;
    }
    return {own, discs & ~own};
}

// A position with the given number of empty squares in which the game is not over.
inline obversi::Position endgame(std::mt19937_64& random, int size, int empties, Origin origin) {
    for (;;) {
        if (origin == Origin::strewn || origin == Origin::lopsided) {
            const obversi::Position position =
                strewn_endgame(random, size, empties, origin == Origin::lopsided);
            if (!is_over(position, size)) return position;
            continue;
        }
        obversi::Position position = obversi::Position::start(size);
        while (!is_over(position, size)) {
            if (size * size - std::popcount(position.own | position.opp) == empties)
                return position;
            const Word legal = stepwise_moves(position.own, position.opp, size);
            if (!legal)
                position = position.passed();
            else if (origin == Origin::random_play)
                position = after(position, any_move(random, legal));
            else
                position = after(position, sensible_move(random, position, legal, size));
        }
    }
}

}  // namespace reference
