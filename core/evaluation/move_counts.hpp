// The numbers of moves as features of a network: those of the mover and those of the opponent, each
// together with the number of corners among the moves.
#pragma once

#include <algorithm>

#include "core/board/position.hpp"

namespace obversi {

// The numbers of the weights that a position has.
struct MoveCounts {
    // More moves count as this number.
    static constexpr int kMostMoves = 24, kCorners = 4;
    static constexpr int kWeightsOfSide = (kMostMoves + 1) * (kCorners + 1);
    static constexpr int kWeights = 2 * kWeightsOfSide;

    int mover = 0, opponent = 0;
};

class MoveCounter {
  public:
    explicit MoveCounter(int size) : board_(board_mask(size)), corners_(corner_mask(size)) {}

    MoveCounts operator()(const Position& position) const {
        const auto [own, opp] = position;
        return {weight(moves(own, opp)), MoveCounts::kWeightsOfSide + weight(moves(opp, own))};
    }

  private:
    int weight(Bits found) const {
        const int number = std::min(count(found & board_), MoveCounts::kMostMoves);
        return (MoveCounts::kCorners + 1) * number + count(found & corners_);
    }

    Bits board_, corners_;
};

}  // namespace obversi
