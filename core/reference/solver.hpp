// The margins of endgames, slow and obvious: every line of play to its end. The only cut-offs are
// those by alpha and beta, and there are no tables. Shares nothing with the core but the numbering
// of squares; its moves go one direction at a time and are checked against the cells of rules.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/board/rules.hpp"

namespace reference {

using Word = std::uint64_t;

// One step of every square in a set. Beyond the left or right edge of the word a square is lost;
// the squares beyond a smaller board are empty and end every line.
inline Word stepped(Word set, int direction) {
    constexpr Word kNotFirstFile = ~0x0101010101010101ULL, kNotLastFile = ~0x8080808080808080ULL;
    switch (direction) {
        case 0:
            return set << 1 & kNotFirstFile;
        case 1:
            return set >> 1 & kNotLastFile;
        case 2:
            return set << 8;
        case 3:
            return set >> 8;
        case 4:
            return set << 9 & kNotFirstFile;
        case 5:
            return set >> 9 & kNotLastFile;
        case 6:
            return set << 7 & kNotLastFile;
        default:
            return set >> 7 & kNotFirstFile;
    }
}

inline Word stepwise_flips(Word own, Word opp, int square) {
    Word turned = 0;
    for (int direction = 0; direction < 8; ++direction) {
        Word line = 0, at = stepped(Word{1} << square, direction);
        for (; at & opp; at = stepped(at, direction)) line |= at;
        if (at & own) turned |= line;
    }
    return turned;
}

inline Word stepwise_moves(Word own, Word opp, int size) {
    const Word empty = obversi::board_mask(size) & ~(own | opp);
    Word legal = 0;
    for (int direction = 0; direction < 8; ++direction) {
        Word at = stepped(own, direction) & opp;
        while (at) {
            at = stepped(at, direction);
            legal |= at & empty;
            at &= opp;
        }
    }
    return legal;
}

struct MoveMargin {
    int square, margin;
};

class Endgame {
  public:
    Endgame(int size, obversi::Rules rules)
        : size_(size), reversed_(rules == obversi::Rules::reversed) {}

    // The margin of the position for the mover.
    int margin(const obversi::Position& position) {
        return alpha_beta(position.own, position.opp, -size_ * size_, size_ * size_);
    }
    // The same without any cut-off.
    int minimax(const obversi::Position& position) { return all(position.own, position.opp); }

    // The margin of every legal move, in the order of the squares.
    std::vector<MoveMargin> margins(const obversi::Position& position) {
        const auto [own, opp] = position;
        std::vector<MoveMargin> margins;
        for (Word rest = stepwise_moves(own, opp, size_); rest; rest &= rest - 1) {
            const int square = std::countr_zero(rest);
            const Word turned = stepwise_flips(own, opp, square);
            margins.push_back({square, -margin({opp & ~turned, own | turned | Word{1} << square})});
        }
        return margins;
    }

    // If the game ended here.
    int final_margin(Word own, Word opp) const {
        const int mine = std::popcount(own), theirs = std::popcount(opp);
        const int empty = size_ * size_ - mine - theirs;
        if (mine == theirs) return 0;
        const int lead = mine > theirs ? mine - theirs + empty : mine - theirs - empty;
        return reversed_ ? -lead : lead;
    }

    // After this many positions the search gives up, and its margins mean nothing.
    std::uint64_t most_nodes = ~std::uint64_t{0};
    std::uint64_t nodes = 0;
    bool gave_up() const { return nodes >= most_nodes; }

  private:
    int all(Word own, Word opp) const {
        const Word legal = stepwise_moves(own, opp, size_);
        if (!legal) {
            if (!stepwise_moves(opp, own, size_)) return final_margin(own, opp);
            return -all(opp, own);
        }
        int best = -size_ * size_;
        for (Word rest = legal; rest; rest &= rest - 1) {
            const int square = std::countr_zero(rest);
            const Word turned = stepwise_flips(own, opp, square);
            best = std::max(best, -all(opp & ~turned, own | turned | Word{1} << square));
        }
        return best;
    }

    // Moves that leave the opponent the fewest replies come first.
    int alpha_beta(Word own, Word opp, int alpha, int beta) {
        if (++nodes >= most_nodes) return alpha;
        const Word legal = stepwise_moves(own, opp, size_);
        if (!legal) {
            if (!stepwise_moves(opp, own, size_)) return final_margin(own, opp);
            return -alpha_beta(opp, own, -beta, -alpha);
        }
        struct Child {
            Word own, opp;
            int replies;
        };
        std::array<Child, 64> children;
        int size = 0;
        for (Word rest = legal; rest; rest &= rest - 1) {
            const int square = std::countr_zero(rest);
            const Word turned = stepwise_flips(own, opp, square);
            Child child{opp & ~turned, own | turned | Word{1} << square, 0};
            child.replies = std::popcount(stepwise_moves(child.own, child.opp, size_));
            int place = size++;
            for (; place > 0 && children[place - 1].replies > child.replies; --place)
                children[place] = children[place - 1];
            children[place] = child;
        }
        int best = -size_ * size_;
        for (int i = 0; i < size && best < beta; ++i)
            best = std::max(
                best, -alpha_beta(children[i].own, children[i].opp, -beta, -std::max(alpha, best)));
        return best;
    }

    int size_;
    bool reversed_;
};

}  // namespace reference
