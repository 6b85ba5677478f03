// A position seen by the player to move: own discs, the opponent's discs. It does not contain the
// colours, the rules and the size, because they do not change how a move is played.
#pragma once

#include "core/board/flips.hpp"
#include "core/board/geometry.hpp"
#include "core/board/moves.hpp"

namespace obversi {

struct Position {
    Bits own = 0;
    Bits opp = 0;

    // Black moves first.
    static constexpr Position start(int size) { return {start_black(size), start_white(size)}; }

    bool operator==(const Position&) const = default;

    constexpr Position passed() const { return {opp, own}; }

    Bits legal_moves(int size) const { return moves(own, opp) & board_mask(size); }

    // The move must be legal: an empty square that turns at least one disc.
    Position played(Square square) const { return played(square, flips(square, own, opp)); }
    constexpr Position played(Square square, Bits flipped) const {
        return {opp & ~flipped, own | flipped | bit(square)};
    }

    bool must_pass(int size) const { return !legal_moves(size) && passed().legal_moves(size); }
};

}  // namespace obversi
