// A game record played once more, by the slow rules.
#pragma once

#include <doctest/doctest.h>

#include <vector>

#include "core/reference/endgames.hpp"
#include "core/training/game_record.hpp"

namespace reference {

struct SlowReplay {
    std::vector<obversi::Position> positions;  // before each move, seen by the mover
    std::vector<int> sign;                     // 1 where the first player moves, else -1
    obversi::Position last;                    // seen by who would move next
    int last_sign = 1;
    int passes = 0;

    SlowReplay(const obversi::GameRecord& record, int size) {
        last = obversi::Position::start(size);
        for (int ply = 0; ply < 60 && record.moves[ply] != 255; ++ply) {
            if (must_pass(last, size)) {
                last = last.passed();
                last_sign = -last_sign;
                ++passes;
            }
            REQUIRE(record.moves[ply] < 64);
            REQUIRE((stepwise_moves(last.own, last.opp, size) >> record.moves[ply] & 1) == 1);
            positions.push_back(last);
            sign.push_back(last_sign);
            last = after(last, record.moves[ply]);
            last_sign = -last_sign;
        }
    }

    int length() const { return static_cast<int>(positions.size()); }

    // For the player who made the first move.
    int margin(int size, obversi::Rules rules) const {
        return last_sign * Endgame(size, rules).final_margin(last.own, last.opp);
    }
};

}  // namespace reference
