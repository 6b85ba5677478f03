// The value of a position by tables, in which the discs on the squares of a feature choose a
// weight: the sum of the weights, or what a network makes of a sum of vectors. The indices of the
// features follow a game move by move, a vector of them at a time. The numbers of moves, which some
// networks have as features too, are counted anew.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/board/position.hpp"
#include "core/evaluation/move_counts.hpp"
#include "core/evaluation/weights.hpp"

namespace obversi {

// Features come in blocks: two vectors of 128 bits, or one of 256. A set may have up to
// kMostBlocks.
template <int kMostBlocks>
class PatternTables {
  public:
    static constexpr int kBlock = 16;
    static constexpr int kMostFeatures = kMostBlocks * kBlock;

    // What the discs of either side add to the index of each feature; the index is own + 2·opp.
    // Kept apart, so that a change of sides is an exchange. Blocks that a set does not need are
    // never written.
    struct alignas(64) Features {
        std::uint16_t own[kMostFeatures];
        std::uint16_t opp[kMostFeatures];
    };

    PatternTables(int size, const Tables& tables);
    PatternTables(int size, const TablesView& tables);

    Features features(const Position& position) const;
    // Of the position after a move, seen by the opponent, who moves then.
    Features played(const Features& features, Square square, Bits flipped) const;
    Features passed(const Features& features) const;

    // The mover's margin in units (Tables::kUnit).
    int value(const Features& features, const Position& position, int empties) const;
    // value() of played() with one empty square less: what the opponent makes of the move.
    int value_after(const Features& features, const Position& position, Square square, Bits flipped,
                    int empties) const;

  private:
    // From tables of either kind; value(i) is the i-th of their values.
    template <class SomeTables, class Value>
    PatternTables(int size, const SomeTables& tables, const Value& value);

    using Lanes = std::array<std::uint16_t, kMostFeatures>;

    // Calls body.template operator()<…>() with the number of features that are kept up to date: as
    // a constant, so that their sums stay in registers.
    template <class Body>
    auto with_lanes(Body&& body) const;
    // What the discs a move turns add to the indices.
    template <int kLanes>
    std::array<std::uint16_t, kLanes> turned(Bits flipped) const;
    template <int kLanes>
    int value_of(const std::array<std::uint16_t, kLanes>& indices, const Position& position,
                 int empties) const;

    // What a disc on a square adds to the index of each feature.
    alignas(64) std::array<Lanes, 64> powers_{};
    std::array<std::uint32_t, kMostFeatures> offsets_{};  // where a feature's table begins
    int blocks_;
    std::size_t table_size_ = 0;
    std::size_t move_counts_ = 0;  // where the vectors of MoveCounts begin; 0: there are none
    MoveCounter count_moves_;
    std::array<std::uint8_t, 65> phase_of_empties_;
    // By phase, pattern and index: one number each, or the vectors of a network.
    std::vector<std::int16_t> weights_;
    std::vector<std::int8_t> vectors_;
    std::vector<FastLayers> layers_;  // of a network, by empty squares
};

extern template class PatternTables<1>;
extern template class PatternTables<4>;

}  // namespace obversi
