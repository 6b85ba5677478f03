// The weights of squares. The sums of all rows of discs are looked up, so that a board costs eight
// additions. Counting the discs for each different weight takes several times as long.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "core/board/bits.hpp"

namespace obversi {

class SquareWeights {
  public:
    // Weights of squares beyond the board do not matter.
    SquareWeights(const std::array<double, 64>& weights, Bits board) {
        double largest = 0;
        for (const Square square : squares(board))
            largest = std::max(largest, std::abs(weights[square]));
        // All sums are exact if the weights have 46 bits before the last one that is common to all.
        // So mirrored positions have the same sum, in whatever order it is added up.
        int exponent;
        std::frexp(largest, &exponent);
        const int last_bit = exponent - 46;
        for (Square square = 0; square < 64; ++square) {
            const double weight =
                board & bit(square)
                    ? std::ldexp(std::nearbyint(std::ldexp(weights[square], -last_bit)), last_bit)
                    : 0;
            sum_of_sizes_ += std::abs(weight);
            // What the discs before this one in the row are worth is known already.
            std::array<double, 256>& row = rows_[square / 8];
            for (unsigned before = 0, disc = 1u << square % 8; before < disc; ++before)
                row[disc | before] = row[before] + weight;
        }
    }

    // Of a set of squares together.
    double sum(Bits bits) const {
        double sum = 0;
        for (int row = 0; row < 8; ++row) sum += rows_[row][bits >> 8 * row & 0xff];
        return sum;
    }

    // Over the whole board, signs left out.
    double sum_of_sizes() const { return sum_of_sizes_; }

  private:
    std::array<std::array<double, 256>, 8> rows_{};
    double sum_of_sizes_ = 0;
};

}  // namespace obversi
