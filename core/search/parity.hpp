// Parity: the board in four quadrants, and in which of them the number of empty squares is odd.
// The player who moves first into an odd quadrant tends to make the last move there.
#pragma once

#include <array>

#include "core/board/geometry.hpp"

namespace obversi {

// One bit a quadrant; set where the number of empty squares is odd.
using Parity = unsigned;

template <int size>
struct Quadrants {
    static constexpr std::array<std::uint8_t, 64> kOf = [] {
        std::array<std::uint8_t, 64> of{};
        for (Square square : squares(board_mask(size)))
            of[square] = static_cast<std::uint8_t>(
                1 << (2 * (square / 8 >= size / 2) + (square % 8 >= size / 2)));
        return of;
    }();
    // The squares of the quadrants in a set.
    static constexpr std::array<Bits, 16> kSquares = [] {
        std::array<Bits, 16> sets{};
        for (unsigned parity = 0; parity < 16; ++parity)
            for (Square square : squares(board_mask(size)))
                if (kOf[square] & parity) sets[parity] |= bit(square);
        return sets;
    }();

    static Parity parity(Bits empties) {
        Parity odd = 0;
        for (Square square : squares(empties)) odd ^= kOf[square];
        return odd;
    }
};

}  // namespace obversi
