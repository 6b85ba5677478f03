// Discs that can never be flipped again. Not all such discs are found, but those found are stable:
// whole edges by table, discs on four full lines, and what leans on other stable discs.
#pragma once

#include <array>
#include <vector>

#include "core/board/geometry.hpp"

namespace obversi {

namespace detail {

// For one edge: which discs stay whatever is played on this edge from now on, by either player, in
// any order, on any of its squares (a disc may come to an edge square without turning any along
// it).
template <int size>
class EdgeStability {
  public:
    EdgeStability() : stable_(1 << (2 * size)), known_(1 << (2 * size)) {
        for (unsigned own = 0; own < 1u << size; ++own)
            for (unsigned opp = 0; opp < 1u << size; ++opp)
                if (!(own & opp)) find(own, opp);
        known_.clear();
        known_.shrink_to_fit();
    }

    // Of the mover's discs.
    unsigned operator()(unsigned own, unsigned opp) const { return stable_[own << size | opp]; }

  private:
    // Own discs and the opponent's that keep their colour in all lines of play from here.
    unsigned find(unsigned own, unsigned opp) {
        const unsigned key = own << size | opp;
        if (!known_[key]) {
            known_[key] = true;
            unsigned lasting = own;
            for (int place = 0; place < size; ++place) {
                if ((own | opp) >> place & 1) continue;
                const unsigned by_own = turned(own, opp, place), by_opp = turned(opp, own, place);
                lasting &= find(own | by_own | 1u << place, opp & ~by_own);
                lasting &= find(own & ~by_opp, opp | by_opp | 1u << place);
            }
            stable_[key] = static_cast<std::uint8_t>(lasting);
        }
        return stable_[key];
    }

    static unsigned turned(unsigned own, unsigned opp, int place) {
        unsigned all = 0;
        for (int step : {-1, 1}) {
            unsigned run = 0;
            int at = place + step;
            while (at >= 0 && at < size && opp >> at & 1) {
                run |= 1u << at;
                at += step;
            }
            if (at >= 0 && at < size && own >> at & 1) all |= run;
        }
        return all;
    }

    std::vector<std::uint8_t> stable_;
    std::vector<bool> known_;
};

}  // namespace detail

template <int size>
class Stability {
  public:
    // A part of own discs that can never be turned.
    static Bits stable(Bits own, Bits opp) {
        const Lines full = full_lines(own | opp | ~kMask);
        Bits found = stable_edges(own, opp) | (own & full.all());
        const Bits inner = own & kInner;
        // A disc leans on a stable neighbour or a full line in each of the four directions.
        for (Bits before = 0; found != before;) {
            before = found;
            const Bits row = found >> 1 | found << 1 | full.row;
            const Bits column = found >> 8 | found << 8 | full.column;
            const Bits falling = found >> 9 | found << 9 | full.falling;
            const Bits rising = found >> 7 | found << 7 | full.rising;
            found |= row & column & falling & rising & inner;
        }
        return found;
    }

  private:
    static constexpr Bits kMask = board_mask(size);
    static constexpr Bits kInner = board_mask(size - 2) << 9;
    static constexpr Bits kFirstFile = 0x0101010101010101ULL;
    static constexpr int kLast = size - 1;

    struct Lines {
        Bits row, column, falling, rising;
        Bits all() const { return row & column & falling & rising; }
    };

    // The squares on lines without an empty square; what lies beyond the board counts as full.
    static Lines full_lines(Bits full) {
        Bits row = full & full >> 4;
        row &= row >> 2;
        row &= row >> 1;
        Bits column = full & (full >> 32 | full << 32);
        column &= column >> 16 | column << 48;
        column &= column >> 8 | column << 56;
        return {(row & kFirstFile) * 0xff, column,
                full_one_way<1, 1>(full) & full_one_way<-1, -1>(full),
                full_one_way<1, -1>(full) & full_one_way<-1, 1>(full)};
    }

    // The squares from which a diagonal is full as far as the word's edge: in steps of 1, 2 and 4.
    template <int down, int right>
    static Bits full_one_way(Bits full) {
        constexpr int kStep = 8 * down + right;
        const auto shifted = [](Bits bits, int steps) {
            return kStep > 0 ? bits >> (kStep * steps) : bits << (-kStep * steps);
        };
        full &= shifted(full, 1) | kNoSquareBehind<down, right, 1>;
        full &= shifted(full, 2) | kNoSquareBehind<down, right, 2>;
        return full & (shifted(full, 4) | kNoSquareBehind<down, right, 4>);
    }

    template <int down, int right, int steps>
    static constexpr Bits kNoSquareBehind = [] {
        Bits set = 0;
        for (Square square = 0; square < 64; ++square) {
            const int row = square / 8 + down * steps, column = square % 8 + right * steps;
            if (row < 0 || row > 7 || column < 0 || column > 7) set |= bit(square);
        }
        return set;
    }();

    static unsigned edge_row(Bits bits, int row) { return bits >> (8 * row) & ((1 << size) - 1); }
    static unsigned edge_column(Bits bits, int column) {
        return ((bits >> column & kFirstFile) * 0x0102040810204080ULL) >> 56;
    }

    static constexpr std::array<Bits, 256> kColumn = [] {
        std::array<Bits, 256> columns{};
        for (unsigned places = 0; places < 256; ++places)
            for (int row = 0; row < 8; ++row)
                if (places >> row & 1) columns[places] |= bit(square_at(row, 0));
        return columns;
    }();

    static Bits stable_edges(Bits own, Bits opp) {
        return Bits{kEdges(edge_row(own, 0), edge_row(opp, 0))} |
               Bits{kEdges(edge_row(own, kLast), edge_row(opp, kLast))} << (8 * kLast) |
               kColumn[kEdges(edge_column(own, 0), edge_column(opp, 0))] |
               kColumn[kEdges(edge_column(own, kLast), edge_column(opp, kLast))] << kLast;
    }

    inline static const detail::EdgeStability<size> kEdges;
};

// The same where the size is known only when the program runs.
inline Bits stable_discs(Bits own, Bits opp, int size) {
    if (size == 4) return Stability<4>::stable(own, opp);
    if (size == 6) return Stability<6>::stable(own, opp);
    return Stability<8>::stable(own, opp);
}

}  // namespace obversi
