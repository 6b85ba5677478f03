// The weights of an evaluation as they are stored: a block of bytes, little-endian,
//
//   8 bytes    "obversiw"
//   u32        version
//   4 × u8     size, rules (0 normal, 1 reversed), phases, patterns
//   65 × u8    the phase of each number of empty squares
//   patterns × (u64 squares, u32 weights)    the squares of the pattern's first place
//   phases × patterns × weights × i16        in 1/128 of a disc
//   u32        CRC-32 of all bytes before it
//
// in which indices that are images of each other have one weight (Pattern::weight_of_index).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/board/rules.hpp"

namespace obversi {

struct Weights {
    int size;
    Rules rules;
    int phases;
    std::array<std::uint8_t, 65> phase_of_empties;
    std::vector<std::int16_t> values;  // by phase, pattern and weight

    bool operator==(const Weights&) const = default;

    // One phase in which everything is worth nothing.
    static Weights zero(int size, Rules rules);
    // Throws std::runtime_error, which says what does not fit.
    static Weights parse(std::span<const std::byte> blob);
    std::vector<std::byte> dump() const;
};

}  // namespace obversi
