// In which order the solver tries moves, and when it looks at stable discs. The numbers are fitted
// for each rule set by benchmarks/fit_order.py, for what is good in one game is often bad in the
// other; docs/search.md shows what some of them are worth.
#pragma once

#include <algorithm>
#include <array>

#include "core/search/fitted.hpp"
#include "core/search/variant.hpp"

namespace obversi {

// A move, the position after it seen by the opponent, and a key: the smallest comes first.
struct OrderedMove {
    Bits own, opp;
    Bits replies;  // what the opponent may play then
    Square square;
    int key;
};

template <class V>
struct SolverOrder {
    // Fewest replies first, in both games. In a reversed game no reply at all is bad: the opponent
    // passes, and the mover has to take more discs. So are many turned discs and the corners.
    static OBVERSI_FITTED int kReply = fitted("SOLVER_REPLY", 16);
    static OBVERSI_FITTED int kCornerReply = fitted("SOLVER_CORNER_REPLY", V::kReversed ? 0 : 16);
    static OBVERSI_FITTED int kNoReply = fitted("SOLVER_NO_REPLY", V::kReversed ? 56 : 8);
    static OBVERSI_FITTED int kTurned = fitted("SOLVER_TURNED", V::kReversed ? 4 : 0);
    static OBVERSI_FITTED int kOddQuadrant = fitted("SOLVER_ODD_QUADRANT", V::kReversed ? 3 : -3);
    static OBVERSI_FITTED int kCorner = fitted("SOLVER_CORNER", V::kReversed ? 32 : -12);
    static OBVERSI_FITTED int kXSquare = fitted("SOLVER_X_SQUARE", V::kReversed ? 0 : 4);
    static OBVERSI_FITTED int kCSquare = fitted("SOLVER_C_SQUARE", V::kReversed ? 4 : 0);

    // From this number of empty squares on the light evaluation takes part, and one of its discs
    // counts kLight.
    // In a normal game it saves 4 % of the nodes and costs as much time; so it never does there.
    static OBVERSI_FITTED int kLightEmpties =
        fitted("SOLVER_LIGHT_EMPTIES", V::kReversed ? 12 : 64);
    static OBVERSI_FITTED int kLight = fitted("SOLVER_LIGHT", 4);

    static constexpr int kNever = -100000;  // below every key
    // With 6 to 10 empty squares a move with a key up to this is tried at once, before the others
    // are looked at.
    static OBVERSI_FITTED std::array<int, 5> kGood = {
        fitted("SOLVER_GOOD_6", V::kReversed ? 44 : 26),
        fitted("SOLVER_GOOD_7", V::kReversed ? 36 : 26),
        fitted("SOLVER_GOOD_8", V::kReversed ? 28 : 19),
        fitted("SOLVER_GOOD_9", V::kReversed ? 24 : 10),
        fitted("SOLVER_GOOD_10", V::kReversed ? kNever : 10)};

    static int key(const OrderedMove& move, bool odd, Bits turned) {
        const Bits replies = move.replies;
        int key = kSquareKey[move.square];
        if (odd) key += kOddQuadrant;
        if (kTurned != 0) key += kTurned * count(turned);
        if (!replies) return key + kNoReply;
        if (kCornerReply != 0) key += kCornerReply * count(replies & V::kCorners);
        return key + kReply * count(replies);
    }

    // Stable discs are counted when alpha is at least this: below, they hardly ever decide.
    static constexpr int stability_threshold(int empties) { return 2 * empties - 2; }

  private:
    static OBVERSI_FITTED std::array<std::int8_t, 64> kSquareKey = [] {
        std::array<std::int8_t, 64> keys{};
        for (Square square : squares(V::kMask)) {
            const int row = std::min(square / 8, V::kSize - 1 - square / 8);
            const int column = std::min(square % 8, V::kSize - 1 - square % 8);
            if (row + column == 0) keys[square] = kCorner;
            if (row + column == 1) keys[square] = kCSquare;
            if (row == 1 && column == 1) keys[square] = kXSquare;
        }
        return keys;
    }();
};

}  // namespace obversi
