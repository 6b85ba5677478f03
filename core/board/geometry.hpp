// The three board sizes: which squares they have and where the game starts.
#pragma once

#include "core/board/bits.hpp"

namespace obversi {

constexpr Bits board_mask(int size) {
    const Bits row = (Bits{1} << size) - 1;
    Bits mask = 0;
    for (int r = 0; r < size; ++r) mask |= row << (8 * r);
    return mask;
}

constexpr Square square_at(int row, int column) { return 8 * row + column; }

constexpr Bits corner_mask(int size) {
    const int last = size - 1;
    return bit(square_at(0, 0)) | bit(square_at(0, last)) | bit(square_at(last, 0)) |
           bit(square_at(last, last));
}

// White holds the main diagonal of the centre (d4 and e5 on 8×8), black the other one.
constexpr Bits start_black(int size) {
    const int half = size / 2;
    return bit(square_at(half - 1, half)) | bit(square_at(half, half - 1));
}
constexpr Bits start_white(int size) {
    const int half = size / 2;
    return bit(square_at(half - 1, half - 1)) | bit(square_at(half, half));
}

}  // namespace obversi
