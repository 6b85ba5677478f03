// The exact search near the end of the game, by the number of empty squares: the unrolled leaves,
// then five empty squares ordered by parity alone, then a layer ordered by what a move leaves the
// opponent.
#pragma once

#include "core/board/stability.hpp"
#include "core/bulk/stop_flag.hpp"
#include "core/evaluation/evaluation.hpp"
#include "core/search/leaves.hpp"
#include "core/search/local_cache.hpp"
#include "core/search/solver_order.hpp"
#include "core/search/switches.hpp"

namespace obversi {

template <class V>
class Solver : public Leaves<V> {
    using Q = Quadrants<V::kSize>;
    using Order = SolverOrder<V>;

  public:
    using Leaves<V>::nodes;

    explicit Solver(const Switches& switches) : switches_(switches) {}

    // Lets an evaluation take part in the order of moves, as long as it is there.
    void order_by(const LightTables& light) { light_ = &light; }

    // Lets another thread end searches by Stopped, as long as the flag is there.
    void obey(const StopFlag& stop) { stop_ = &stop; }

    // A bound of the margin on the true side of alpha (fail-soft).
    int solve(const Position& position, int alpha) {
        const Bits empties = V::kMask & ~(position.own | position.opp);
        return solve(position.own, position.opp, alpha, empties, Q::parity(empties),
                     count(empties));
    }

    // `n` empty squares, and the quadrants that have an odd number of them.
    int solve(Bits own, Bits opp, int alpha, Bits empties, Parity parity, int n) {
        const Bits but_one = empties & (empties - 1), but_two = but_one & (but_one - 1);
        switch (n) {
            case 0:
                return V::final_margin(own, opp);
            case 1:
                return this->solve1(own, lowest(empties));
            case 2:
                return this->solve2(own, opp, alpha, lowest(empties), lowest(but_one));
            case 3:
                return this->solve3(own, opp, alpha, lowest(empties), lowest(but_one),
                                    lowest(but_two));
            case 4:
                return this->solve4(own, opp, alpha, empties, parity);
            default:
                return with_moves(own, opp, alpha, empties, parity, n, V::legal(own, opp));
        }
    }

    // Whether discs that stay to the end keep the margin at or below alpha. In a normal game these
    // are the opponent's; in a reversed game they are the mover's own.
    static bool stability_decides(Bits own, Bits opp, int alpha, int n, int& bound) {
        if (alpha < Order::stability_threshold(n)) return false;
        const Bits against = V::kReversed ? Stability<V::kSize>::stable(own, opp)
                                          : Stability<V::kSize>::stable(opp, own);
        bound = V::kSquares - 2 * count(against);
        return bound <= alpha;
    }

  private:
    // With so few empty squares a search ends within a millisecond or so.
    static constexpr int kShort = 12;
    static constexpr int kFirst = 2 * Order::kNever;  // the key of the move to try first

    // Five empty squares or more. `legal` are the moves, which the layer above has found already
    // to order its own moves.
    [[gnu::always_inline]] int with_moves(Bits own, Bits opp, int alpha, Bits empties,
                                          Parity parity, int n, Bits legal) {
        if (n == 5) return by_parity(own, opp, alpha, empties, parity, legal);
        if (n == 6) return by_replies<6>(own, opp, alpha, empties, parity, n, legal);
        if (n == 7) return by_replies<7>(own, opp, alpha, empties, parity, n, legal);
        return by_replies<8>(own, opp, alpha, empties, parity, n, legal);
    }

    int by_parity(Bits own, Bits opp, int alpha, Bits empties, Parity parity, Bits legal) {
        ++nodes;
        if (!legal) {
            const Bits theirs = V::legal(opp, own);
            if (!theirs) return V::final_margin(own, opp);
            return -by_parity(opp, own, ~alpha, empties, parity, theirs);
        }
        const Bits odd = switches_.parity ? Q::kSquares[parity] : 0;
        const Bits first = legal & (V::kReversed ? ~odd : odd);
        int best = kNoMargin;
        for (Bits group : {first, legal & ~first}) {
            for (Square square : squares(group)) {
                const Bits turned = flips(square, own, opp);
                const int value = -this->solve4(opp & ~turned, own | turned | bit(square), ~alpha,
                                                empties ^ bit(square), parity ^ Q::kOf[square]);
                if (value > alpha) return value;
                best = std::max(best, value);
            }
        }
        return best;
    }

    // Compiled three times: with kLayer empty squares for 6 and 7, with 8 or more for 8.
    template <int kLayer>
    int by_replies(Bits own, Bits opp, int alpha, Bits empties, Parity parity, int n, Bits legal) {
        if constexpr (kLayer < 8) n = kLayer;  // known to the compiler
        if (kLayer == 8 && n > kShort && stop_) [[unlikely]]
            stop_->check();
        ++nodes;
        int bound;
        if (switches_.stability && stability_decides(own, opp, alpha, n, bound)) return bound;
        LocalCache::Entry& entry = (kLayer < 8 ? small_cache_ : large_cache_)(own, opp);
        Square known_move = kPass;
        if (entry.is(own, opp) && switches_.cache) {
            if (entry.lower > alpha) return entry.lower;
            if (entry.upper <= alpha) return entry.upper;
            known_move = entry.move;
        }
        if (!legal) {
            const Bits theirs = V::legal(opp, own);
            if (!theirs) return V::final_margin(own, opp);
            return -by_replies<kLayer>(opp, own, ~alpha, empties, parity, n, theirs);
        }
        int best = kNoMargin;
        Square best_move = kPass;
        const auto is_enough = [&](const OrderedMove& move) {
            if (kLayer == 8 && n < 8) __builtin_unreachable();
            const int value = -with_moves(move.own, move.opp, ~alpha, empties ^ bit(move.square),
                                          parity ^ Q::kOf[move.square], n - 1, move.replies);
            if (value > best) {
                best = value;
                best_move = move.square;
            }
            return best > alpha;
        };
        const bool look_up_children = kLayer == 8 && switches_.cache && switches_.child_cutoffs;
        const bool by_light =
            kLayer == 8 && light_ && switches_.evaluation && n >= Order::kLightEmpties;
        LightTables::Features features;
        if (by_light) features = light_->features({own, opp});
        OrderedMove list[32];
        int size = 0;
        const int good = n <= 10 ? Order::kGood[n - 6] : kFirst - 1;
        bool done = false;
        // The discs turned by the next move are begun before the replies to the last one are
        // counted: on many processors the two run side by side.
        Bits turned = flips(lowest(legal), own, opp);
        for (Bits rest = legal; rest && !done;) {
            const Square square = lowest(rest);
            rest &= rest - 1;
            const Bits next_turned = rest ? flips(lowest(rest), own, opp) : 0;
            OrderedMove& move = list[size++];
            move = {opp & ~turned, own | turned | bit(square), 0, square, kFirst};
            move.replies = V::legal(move.own, move.opp);
            if (look_up_children) {
                const LocalCache::Entry& child =
                    (n == 8 ? small_cache_ : large_cache_)(move.own, move.opp);
                if (child.is(move.own, move.opp) && -child.upper > alpha) return -child.upper;
            }
            if (square != known_move) {
                move.key = Order::key(move, switches_.parity && (parity & Q::kOf[square]), turned);
                if (by_light)
                    move.key += Order::kLight *
                                light_->value_after(features, {own, opp}, square, turned, n) /
                                Tables::kUnit;
            }
            if (move.key <= good) {
                done = is_enough(move);
                --size;
            }
            turned = next_turned;
        }
        for (int i = 0; i < size && !done; ++i) {
            int next = i;
            for (int j = i + 1; j < size; ++j)
                if (list[j].key < list[next].key) next = j;
            std::swap(list[i], list[next]);
            done = is_enough(list[i]);
        }
        if (switches_.cache) entry.keep(own, opp, alpha, best, best_move);
        return best;
    }

    const Switches& switches_;
    const LightTables* light_ = nullptr;
    const StopFlag* stop_ = nullptr;
    LocalCache small_cache_{12}, large_cache_{14};
};

}  // namespace obversi
