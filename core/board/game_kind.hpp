// Which of the six games is played, if that is known only at run time.
#pragma once

#include "core/board/rules.hpp"

namespace obversi {

struct GameKind {
    int size;
    Rules rules;
    Bits board;  // the squares there are

    GameKind(int board_size, Rules game_rules)
        : size(board_size), rules(game_rules), board(board_mask(board_size)) {}

    Bits legal_moves(const Position& position) const {
        return moves(position.own, position.opp) & board;
    }
    bool is_over(const Position& position) const {
        return !legal_moves(position) && !legal_moves(position.passed());
    }
    int margin(const Position& position) const { return obversi::margin(position, size, rules); }
    int empties(const Position& position) const {
        return size * size - count(position.own | position.opp);
    }
};

}  // namespace obversi
