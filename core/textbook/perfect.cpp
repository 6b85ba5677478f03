#include "core/textbook/perfect.hpp"

#include <algorithm>
#include <vector>

#include "core/board/hash.hpp"

namespace obversi::textbook {
namespace {

// With fewer empty squares it costs more to put the moves in order, or to remember what came of
// them, than it saves.
constexpr int kOrdered = 6;

// Results for positions that several orders of the same moves lead to. A new entry always replaces
// the old one.
class Memory {
  public:
    struct Bounds {
        Position position;
        int lower = kNoMargin, upper = -kNoMargin;
    };

    explicit Memory(int empties)
        : bits_(std::clamp(empties - 2, 1, 20)), bounds_(std::size_t{1} << bits_) {}

    Bounds& operator[](const Position& position) { return bounds_[hash(position) >> (64 - bits_)]; }

  private:
    int bits_;
    std::vector<Bounds> bounds_;
};

// All values are margins to the player to move: those between alpha and beta are exact, others are
// bounds on the same side.
class Perfect {
  public:
    Perfect(const Position& position, const GameKind& kind, Watch& watch)
        : kind_(kind),
          corners_(corner_mask(kind.size)),
          watch_(watch),
          memory_(kind.empties(position)) {
        const int most = kind.size * kind.size;
        found_.depth = kind.empties(position);
        found_.value = search(position, -most, most, found_.depth, &found_.move);
    }

    const Found& found() const { return found_; }

  private:
    struct Child {
        Position position;
        Square move;
        int key;  // the smallest comes first
    };
    static constexpr int kMostMoves = 64;

    int search(const Position& position, int alpha, int beta, int empties, Square* best_move) {
        ++found_.nodes;
        watch_.visit();
        const Bits legal = kind_.legal_moves(position);
        if (!legal) {
            const Position passed = position.passed();
            if (!kind_.legal_moves(passed)) return kind_.margin(position);
            return -search(passed, -beta, -alpha, empties, nullptr);
        }
        const Memory::Bounds known = memory_[position];
        if (known.position == position) {
            if (known.lower >= beta || known.lower == known.upper) return known.lower;
            if (known.upper <= alpha) return known.upper;
        }
        Child children[kMostMoves];
        const int size = ordered(position, legal, children);
        int best = kNoMargin;
        for (int i = 0; i < size && best < beta; ++i) {
            const int floor = std::max(alpha, best);
            // Most likely no later move is better than the first. That none is takes less to show
            // than how good they are.
            int value = kNoMargin;
            if (i > 0) value = -value_of(children[i].position, -floor - 1, -floor, empties - 1);
            if (i == 0 || (value > floor && value < beta))
                value =
                    -value_of(children[i].position, -beta, -std::max(floor, value), empties - 1);
            if (value > best) {
                best = value;
                if (best_move) *best_move = children[i].move;
            }
        }
        remember(position, alpha, beta, best);
        return best;
    }

    int value_of(const Position& position, int alpha, int beta, int empties) {
        if (empties >= kOrdered) return search(position, alpha, beta, empties, nullptr);
        const Bits empty = kind_.board & ~(position.own | position.opp);
        return unordered(position, empty, alpha, beta, false);
    }

    // Moves that leave the opponent few replies are mostly good, and quick to search. Under
    // reversed rules a player should also turn few discs, avoid the corners, and not make the
    // opponent pass.
    int ordered(const Position& position, Bits legal, Child* children) const {
        const bool few = kind_.rules == Rules::reversed;
        int size = 0;
        for (Square square : squares(legal)) {
            const Bits flipped = flips(square, position.own, position.opp);
            Child child{position.played(square, flipped), square, 0};
            child.key = count(kind_.legal_moves(child.position));
            if (few) {
                if (child.key == 0) child.key = 12;
                child.key = 4 * child.key + count(flipped) + (bit(square) & corners_ ? 8 : 0);
            }
            int place = size++;
            for (; place > 0 && children[place - 1].key > child.key; --place)
                children[place] = children[place - 1];
            children[place] = child;
        }
        return size;
    }

    void remember(const Position& position, int alpha, int beta, int value) {
        Memory::Bounds& bounds = memory_[position];
        if (bounds.position != position) bounds = {position};
        if (value > alpha) bounds.lower = value;
        if (value < beta) bounds.upper = value;
    }

    // The last squares, one after the other, whether they are legal or not.
    int unordered(const Position& position, Bits empty, int alpha, int beta, bool passed) {
        ++found_.nodes;
        if (!(empty & (empty - 1))) return last(position, empty);
        int best = kNoMargin;
        for (Square square : squares(empty)) {
            const Bits flipped = flips(square, position.own, position.opp);
            if (!flipped) continue;
            const int value = -unordered(position.played(square, flipped), empty ^ bit(square),
                                         -beta, -std::max(alpha, best), false);
            best = std::max(best, value);
            if (best >= beta) return best;
        }
        if (best != kNoMargin) return best;
        if (passed) return kind_.margin(position);
        return -unordered(position.passed(), empty, -beta, -alpha, true);
    }

    // At most one square is left: it goes to the player who can flip a disc there.
    int last(const Position& position, Bits empty) const {
        const auto [own, opp] = position;
        if (!empty) return kind_.margin(position);
        const Square square = lowest(empty);
        if (const Bits flipped = flips(square, own, opp))
            return -kind_.margin(position.played(square, flipped));
        if (const Bits flipped = flips(square, opp, own))
            return kind_.margin(position.passed().played(square, flipped));
        return kind_.margin(position);
    }

    const GameKind& kind_;
    const Bits corners_;
    Watch& watch_;
    Memory memory_;
    Found found_;
};

}  // namespace

Found perfect(const Position& position, const GameKind& kind, Watch& watch) {
    return Perfect(position, kind, watch).found();
}

}  // namespace obversi::textbook
