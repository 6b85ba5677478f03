// The last four empty squares, written out: no move lists, no tables, the squares in registers.
// All of it asks one question, "is the margin above alpha?", and answers with a bound (fail-soft).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/search/last_flips.hpp"
#include "core/search/parity.hpp"
#include "core/search/variant.hpp"

namespace obversi {

namespace detail {
constexpr std::array<Bits, 64> make_neighbours() {
    std::array<Bits, 64> sets{};
    for (Square square = 0; square < 64; ++square)
        for (int other = 0; other < 64; ++other) {
            const int rows = other / 8 - square / 8, columns = other % 8 - square % 8;
            if (other != square && rows >= -1 && rows <= 1 && columns >= -1 && columns <= 1)
                sets[square] |= bit(other);
        }
    return sets;
}
}  // namespace detail
inline constexpr auto kNeighbours = detail::make_neighbours();

template <class V>
class Leaves {
  public:
    // The positions that were looked at.
    std::uint64_t nodes = 0;

    // Four empty squares, with the parity of their quadrants: normal games try odd quadrants first,
    // reversed ones even quadrants.
    int solve4(Bits own, Bits opp, int alpha, Bits empties, Parity parity) {
        using Q = Quadrants<V::kSize>;
        const Bits odd = empties & Q::kSquares[parity];
        Bits first = empties, second = 0;
        if (odd == 0) {
            // Two and two, or four together.
            first = empties & Q::kSquares[Q::kOf[lowest(empties)]];
            second = empties ^ first;
            if (second) return run4<true>(own, opp, alpha, first, second);
        } else if (odd == empties) {
            if (parity != 15) {
                // Three and one: normal games begin with the one, reversed ones with the three.
                first = empties & Q::kSquares[parity & (~parity + 1)];
                second = empties ^ first;
                if (((first & (first - 1)) == 0) == V::kReversed) std::swap(first, second);
            }
        } else {
            first = V::kReversed ? empties ^ odd : odd;
            second = empties ^ first;
        }
        return run4<false>(own, opp, alpha, first, second);
    }
    int solve3(Bits own, Bits opp, int alpha, Square a, Square b, Square c) {
        return three<false>(own, opp, alpha, a, b, c);
    }
    int solve2(Bits own, Bits opp, int alpha, Square a, Square b) {
        return two(own, opp, alpha, a, b);
    }
    int solve1(Bits own, Square last) {
        ++nodes;
        const int mine = count(own);
        if (const int turned = last_flips(last, own))
            return V::by_rules(2 * (mine + turned + 1) - V::kSquares);
        if (const int lost = last_flips(last, V::kMask & ~own & ~bit(last)))
            return V::by_rules(2 * (mine - lost) - V::kSquares);
        return V::by_rules(2 * mine - V::kSquares + (2 * mine > V::kSquares - 1 ? 2 : 0));
    }

  private:
    template <bool pairs>
    int run4(Bits own, Bits opp, int alpha, Bits first, Bits second) {
        Square order[4];
        int at = 0;
        for (Square square : squares(first)) order[at++] = square;
        for (Square square : squares(second)) order[at++] = square;
        return four<false, pairs>(own, opp, alpha, order[0], order[1], order[2], order[3]);
    }

    static Bits flipped(Square square, Bits own, Bits opp) {
        return kNeighbours[square] & opp ? flips(square, own, opp) : 0;
    }

    // The margin for the player who has just left the opponent with `theirs` and one empty square.
    int after_last_but_one(Bits theirs, Square last, int alpha) {
        ++nodes;
        // If they can move they have at least two discs more, and if not, none. So the first
        // look-up shows on which side of this the margin lies.
        const int ours = V::kSquares - 2 * count(theirs);
        if (const int turned = last_flips(last, theirs)) return V::by_rules(ours - 2 * turned - 2);
        if (!V::kReversed && ours - 2 > alpha) return ours - 2;
        if (V::kReversed && 2 - ours <= alpha) return 2 - ours;
        const Bits mine = V::kMask & ~theirs & ~bit(last);
        const int turned = last_flips(last, mine);
        if (turned) return V::by_rules(ours + 2 * turned);
        return V::by_rules(ours > 0 ? ours : ours - 2);
    }

    int two(Bits own, Bits opp, int alpha, Square a, Square b) {
        ++nodes;
        int best = kNoMargin;
        if (const Bits turned = flipped(a, own, opp)) {
            best = after_last_but_one(opp & ~turned, b, alpha);
            if (best > alpha) return best;
        }
        if (const Bits turned = flipped(b, own, opp))
            best = std::max(best, after_last_but_one(opp & ~turned, a, alpha));
        if (best != kNoMargin) return best;

        // The opponent moves instead.
        int worst = -kNoMargin;
        if (const Bits turned = flipped(a, opp, own)) {
            worst = -after_last_but_one(own & ~turned, b, ~alpha);
            if (worst <= alpha) return worst;
        }
        if (const Bits turned = flipped(b, opp, own))
            worst = std::min(worst, -after_last_but_one(own & ~turned, a, ~alpha));
        return worst != -kNoMargin ? worst : V::final_margin(own, opp);
    }

    template <bool after_pass>
    int three(Bits own, Bits opp, int alpha, Square a, Square b, Square c) {
        ++nodes;
        int best = kNoMargin;
        if (const Bits turned = flipped(a, own, opp)) {
            best = -two(opp & ~turned, own | turned | bit(a), ~alpha, b, c);
            if (best > alpha) return best;
        }
        if (const Bits turned = flipped(b, own, opp)) {
            best = std::max(best, -two(opp & ~turned, own | turned | bit(b), ~alpha, a, c));
            if (best > alpha) return best;
        }
        if (const Bits turned = flipped(c, own, opp))
            best = std::max(best, -two(opp & ~turned, own | turned | bit(c), ~alpha, a, b));
        if (best != kNoMargin) return best;
        if constexpr (after_pass)
            return V::final_margin(own, opp);
        else
            return -three<true>(opp, own, ~alpha, a, b, c);
    }

    // `pairs`: a and b lie in one quadrant, c and d in another. Then the first move changes which
    // squares come first afterwards: its partner in normal games (odd quadrants first), the other
    // pair in reversed ones (even quadrants first).
    template <bool after_pass, bool pairs>
    int four(Bits own, Bits opp, int alpha, Square a, Square b, Square c, Square d) {
        constexpr bool kOthersFirst = pairs && V::kReversed;
        constexpr bool kPartnerFirst = pairs && !V::kReversed;
        ++nodes;
        int best = kNoMargin;
        if (const Bits turned = flipped(a, own, opp)) {
            const Bits theirs = opp & ~turned, ours = own | turned | bit(a);
            best = kOthersFirst ? -three<false>(theirs, ours, ~alpha, c, d, b)
                                : -three<false>(theirs, ours, ~alpha, b, c, d);
            if (best > alpha) return best;
        }
        if (const Bits turned = flipped(b, own, opp)) {
            const Bits theirs = opp & ~turned, ours = own | turned | bit(b);
            const int value = kOthersFirst ? -three<false>(theirs, ours, ~alpha, c, d, a)
                                           : -three<false>(theirs, ours, ~alpha, a, c, d);
            if (value > alpha) return value;
            best = std::max(best, value);
        }
        if (const Bits turned = flipped(c, own, opp)) {
            const Bits theirs = opp & ~turned, ours = own | turned | bit(c);
            const int value = kPartnerFirst ? -three<false>(theirs, ours, ~alpha, d, a, b)
                                            : -three<false>(theirs, ours, ~alpha, a, b, d);
            if (value > alpha) return value;
            best = std::max(best, value);
        }
        if (const Bits turned = flipped(d, own, opp)) {
            const Bits theirs = opp & ~turned, ours = own | turned | bit(d);
            const int value = kPartnerFirst ? -three<false>(theirs, ours, ~alpha, c, a, b)
                                            : -three<false>(theirs, ours, ~alpha, a, b, c);
            best = std::max(best, value);
        }
        if (best != kNoMargin) return best;
        if constexpr (after_pass)
            return V::final_margin(own, opp);
        else
            return -four<true, pairs>(opp, own, ~alpha, a, b, c, d);
    }
};

}  // namespace obversi
