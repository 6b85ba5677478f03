// The moves of a node, and which of them to try first. The numbers are fitted for each rule set by
// benchmarks/fit_order.py; benchmarks/middle_game.py measures what they do in the middle game.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "core/search/fitted.hpp"
#include "core/search/variant.hpp"

namespace obversi {

struct Move {
    Square square;
    Bits turned;
    int key;  // the smallest comes first
};

class MoveList {
  public:
    MoveList(const Position& position, Bits legal) {
        for (Square square : squares(legal))
            moves_[size_++] = {square, flips(square, position.own, position.opp), 0};
    }

    Move* begin() { return moves_; }
    Move* end() { return moves_ + size_; }
    const Move* begin() const { return moves_; }
    const Move* end() const { return moves_ + size_; }
    int size() const { return size_; }
    const Move& operator[](int i) const { return moves_[i]; }

    // Whether the move is in the list; it is the first then.
    bool bring_to_front(Square square) {
        Move* const found =
            std::find_if(begin(), end(), [&](const Move& move) { return move.square == square; });
        if (found == end()) return false;
        std::swap(*found, moves_[0]);
        return true;
    }

    // The i-th move in order; call it for 0, 1, … in turn. Little work where the first is good
    // enough.
    const Move& next(int i) {
        int first = i;
        for (int at = i + 1; at < size_; ++at)
            if (precedes(moves_[at], moves_[first])) first = at;
        std::swap(moves_[i], moves_[first]);
        return moves_[i];
    }

    void sort() { std::sort(begin(), end(), precedes); }

  private:
    static bool precedes(const Move& a, const Move& b) {
        return a.key != b.key ? a.key < b.key : a.square < b.square;
    }

    Move moves_[64];
    int size_ = 0;
};

template <class V>
struct SearchOrder {
    // What a reply of the opponent counts, in units of the evaluation. A search to the end of the
    // game must refute every move, so that few replies are worth more than a good evaluation.
    static OBVERSI_FITTED int kReplyToDepth = fitted("SEARCH_REPLY_TO_DEPTH", 16);
    static OBVERSI_FITTED int kReplyToEnd = fitted("SEARCH_REPLY_TO_END", V::kReversed ? 200 : 384);
    static OBVERSI_FITTED int kCornerReply = fitted("SEARCH_CORNER_REPLY", V::kReversed ? 0 : 200);

    // Two plies before the horizon: few replies, none of them in a corner.
    static int quick_key(const Position& position, const Move& move) {
        const Position after = position.played(move.square, move.turned);
        const Bits replies = V::legal(after.own, after.opp);
        const int key = count(replies) + (V::kReversed ? 0 : 4 * count(replies & V::kCorners));
        return bit(move.square) & V::kCorners ? key + (V::kReversed ? 8 : -8) : key;
    }

    // A ply before the horizon the order is by squares alone. In a normal game corners are good and
    // their neighbours bad; in a reversed game corners are bad.
    static constexpr std::array<Bits, 3> groups(Bits legal) {
        if (V::kReversed) return {legal & ~V::kCorners, legal & V::kCorners, 0};
        const Bits bad = legal & kCornerNeighbours;
        return {legal & V::kCorners, legal & ~V::kCorners & ~bad, bad};
    }

    // How many plies to search for the ordering alone before a search of `depth` plies.
    static constexpr int plies(int depth, bool to_end) {
        if (to_end) return (depth >= 17) + (depth >= 21) + (depth >= 25);
        return (depth >= 9) + (depth >= 14);
    }

  private:
    static constexpr Bits kCornerNeighbours = [] {
        Bits neighbours = 0;
        for (const Square square : squares(V::kMask)) {
            const int row = std::min(square / 8, V::kSize - 1 - square / 8);
            const int column = std::min(square % 8, V::kSize - 1 - square % 8);
            if (row <= 1 && column <= 1 && row + column > 0) neighbours |= bit(square);
        }
        return neighbours;
    }();
};

}  // namespace obversi
