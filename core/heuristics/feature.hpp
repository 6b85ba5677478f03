// What can be counted in a position without looking ahead, always as the player to move sees it:
// large where he has more of it than his opponent.
#pragma once

#include <span>
#include <string_view>

#include "core/board/position.hpp"
#include "core/heuristics/square_weights.hpp"

namespace obversi {

// A board with weights on its squares.
struct WeightedBoard {
    int size;
    Bits all, corners, edges;
    SquareWeights weights;

    WeightedBoard(int board_size, const std::array<double, 64>& square_weights);
};

// A position on that board. The legal moves are found once, when the first feature needs them.
class FeatureContext {
  public:
    FeatureContext(const Position& at, const WeightedBoard& weighted_board)
        : position(at), board(weighted_board) {}

    Bits own_moves() const {
        find_moves();
        return own_moves_;
    }
    // As if it were his turn.
    Bits opp_moves() const {
        find_moves();
        return opp_moves_;
    }
    Bits discs() const { return position.own | position.opp; }
    Bits empties() const { return board.all & ~discs(); }

    const Position position;
    const WeightedBoard& board;

  private:
    void find_moves() const {
        if (moves_known_) return;
        own_moves_ = moves(position.own, position.opp) & board.all;
        opp_moves_ = moves(position.opp, position.own) & board.all;
        moves_known_ = true;
    }

    mutable Bits own_moves_, opp_moves_;
    mutable bool moves_known_ = false;
};

struct Feature {
    const char* name;
    const char* meaning;  // in a line
    // Whether it is a goal feature: one that counts what the rules aim at, such as discs, so that
    // its sign changes under the other rules. Mobility is good under both.
    bool goal;
    // Whether it needs the weights of squares.
    bool weighs_squares;
    double (*of)(const FeatureContext& context);
};

// All there are.
std::span<const Feature> features();

// Throws std::invalid_argument if there is none of this name.
const Feature& feature(std::string_view name);

}  // namespace obversi
