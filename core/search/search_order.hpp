// The moves of a node, and which of them to try first. The numbers were fitted for each rule set.
#pragma once

#include <algorithm>

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

    void sort() {
        std::sort(begin(), end(), [](const Move& a, const Move& b) {
            return a.key != b.key ? a.key < b.key : a.square < b.square;
        });
    }

  private:
    Move moves_[64];
    int size_ = 0;
};

template <class V>
struct SearchOrder {
    // What a reply of the opponent counts, in units of the evaluation. A search to the end of the
    // game must refute every move, so that few replies are worth more than a good evaluation.
    static constexpr int kReplyToDepth = 16;
    static constexpr int kReplyToEnd = V::kReversed ? 200 : 384;
    static constexpr int kCornerReply = V::kReversed ? 0 : 200;

    // The plies of search that ordering is worth before a search so deep.
    static constexpr int plies(int depth, bool to_end) {
        if (to_end) return (depth >= 17) + (depth >= 21) + (depth >= 25);
        return (depth >= 9) + (depth >= 14);
    }
};

}  // namespace obversi
