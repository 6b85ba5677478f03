// What a position is worth without looking ahead: the sum of one learned weight for each feature,
// chosen by the discs on its squares. Nothing in it changes once it is made, so that all threads
// may share one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/board/rules.hpp"
#include "core/evaluation/pattern_set.hpp"
#include "core/evaluation/weights.hpp"

namespace obversi {

class Evaluation {
  public:
    static constexpr int kLanes = PatternSet::kLanes;
    // Units a disc.
    static constexpr int kUnit = 128;

    // What the discs of either side add to the index of each feature; the index is own + 2·opp.
    // Kept apart, so that a change of sides is an exchange.
    struct alignas(64) Features {
        std::uint16_t own[kLanes];
        std::uint16_t opp[kLanes];
    };

    explicit Evaluation(const Weights& weights);

    // Throws std::runtime_error, which says what does not fit.
    static Evaluation parse(std::span<const std::byte> blob);
    // Finds every position worth nothing.
    static Evaluation zero(int size, Rules rules);

    int size() const { return size_; }
    Rules rules() const { return rules_; }

    Features features(const Position& position) const;
    // Of the position after a move, seen by the opponent, who moves then.
    Features played(const Features& features, Square square, Bits flipped) const;
    static Features passed(const Features& features);

    // The mover's margin in 1/kUnit of a disc.
    int value(const Features& features, int empties) const;
    // value() of played() with one empty square less: what the opponent makes of the move.
    int value_after(const Features& features, Square square, Bits flipped, int empties) const;

  private:
    using Lanes = std::array<std::uint16_t, kLanes>;

    // What the discs a move turns add to the indices.
    Lanes turned(Bits flipped) const;
    int sum(const Lanes& indices, int empties) const;

    const PatternSet* patterns_;
    std::array<std::uint32_t, kLanes> offsets_{};  // where a feature's table begins
    std::size_t table_size_;
    std::array<std::uint8_t, 65> phase_of_empties_;
    int size_;
    Rules rules_;
    std::vector<std::int16_t> weights_;  // by phase, pattern and index
};

}  // namespace obversi
