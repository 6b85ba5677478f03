// In which order the solver tries moves, and when it looks at stable discs. The numbers were fitted
// for each rule set: what is good in one game is often bad in the other.
#pragma once

#include <algorithm>
#include <array>

#include "core/search/variant.hpp"

namespace obversi {

// A move, the position after it seen by the opponent, and a key: the smallest comes first.
struct OrderedMove {
    Bits own, opp;
    Square square;
    int key;
};

template <class V>
struct SolverOrder {
    // Fewest replies first, in both games. In a reversed game no reply at all is bad: the opponent
    // passes, and the mover has to take more discs. So are many turned discs and the corners.
    static constexpr int kReply = 16;
    static constexpr int kCornerReply = V::kReversed ? 0 : 16;
    static constexpr int kNoReply = V::kReversed ? 56 : 8;
    static constexpr int kTurned = V::kReversed ? 4 : 0;
    static constexpr int kOddQuadrant = V::kReversed ? 3 : -3;
    static constexpr int kCorner = V::kReversed ? 32 : -12;
    static constexpr int kXSquare = V::kReversed ? 0 : 4;
    static constexpr int kCSquare = V::kReversed ? 4 : 0;

    // With so many empty squares the light evaluation takes part, and a disc of it counts so much.
    // In a normal game it saves 4 % of the nodes and costs as much time; so it never does there.
    static constexpr int kLightEmpties = V::kReversed ? 12 : 64;
    static constexpr int kLight = 4;

    // A move with so small a key is tried at once, before the others are looked at, near the end.
    static constexpr int kGood = V::kReversed ? 28 : 10;
    static constexpr int kGoodEmpties = 8;

    static int key(const OrderedMove& move, bool odd, Bits turned) {
        const Bits replies = V::legal(move.own, move.opp);
        int key = kSquareKey[move.square];
        if (odd) key += kOddQuadrant;
        if constexpr (kTurned != 0) key += kTurned * count(turned);
        if (!replies) return key + kNoReply;
        if constexpr (kCornerReply != 0) key += kCornerReply * count(replies & V::kCorners);
        return key + kReply * count(replies);
    }

    // Stable discs are counted when alpha is at least this: below, they hardly ever decide.
    static constexpr int stability_threshold(int empties) { return 2 * empties - 2; }

  private:
    static constexpr std::array<std::int8_t, 64> kSquareKey = [] {
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
