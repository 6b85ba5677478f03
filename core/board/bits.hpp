// Sets of squares as 64-bit words, and the few operations on them that the rest is made of.
#pragma once

#include <bit>
#include <cstdint>

namespace obversi {

using Bits = std::uint64_t;

// Bit 8·row + column, whatever the board's size: a 4×4 or 6×6 board lies in the top left corner of
// the word, so that a square has the same name and the same bit on every board. The squares beyond
// it are always empty; they never bracket a line, and one mask removes them from the legal moves.
using Square = int;
inline constexpr Square kPass = 64;

constexpr Bits bit(Square square) { return Bits{1} << square; }
constexpr int count(Bits bits) { return std::popcount(bits); }
constexpr Square lowest(Bits bits) { return std::countr_zero(bits); }

// `for (Square square : squares(bits))` walks the set from a1 to h8.
class squares {
  public:
    constexpr explicit squares(Bits bits) : bits_(bits) {}

    struct end_mark {};
    struct iterator {
        Bits rest;
        constexpr Square operator*() const { return lowest(rest); }
        constexpr iterator& operator++() {
            rest &= rest - 1;
            return *this;
        }
        constexpr bool operator!=(end_mark) const { return rest != 0; }
    };
    constexpr iterator begin() const { return {bits_}; }
    constexpr end_mark end() const { return {}; }

  private:
    Bits bits_;
};

}  // namespace obversi
