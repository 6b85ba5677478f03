// What an evaluation has learned, as it is stored: a block of bytes, little-endian,
//
//   8 bytes    "obversiw"
//   u32        version
//   2 × u8     size, rules (0 normal, 1 reversed)
//   u16, text  number of bytes and text of a description, UTF-8
//   tables     of the full evaluation
//   tables     of the light one
//   2 × 16 × 6 × f32    the Multi-ProbCut model (ProbCutFit)
//   u32        CRC-32 of all bytes before it
//
// where tables are
//
//   u8             kind: 0 sums of weights, 1 a network, 2 a network that counts moves
//   2 × u8         phases, patterns
//   65 × u8        the phase of each number of empty squares
//   patterns × u64 the squares of each pattern's first place
//   phases × weights × (i16, or 16 × i8 in a network): those of all patterns, then MoveCounts'
//   65 × layers    of a network, for each number of empty squares: the numbers of Layers
//
// in which indices that are images of each other have one weight (Pattern::weight_of_index).
// Version 2 has no kind: its tables are sums of weights.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/board/rules.hpp"
#include "core/evaluation/layers.hpp"

namespace obversi {

struct Tables {
    // Units a disc.
    static constexpr int kUnit = 128;

    std::vector<Bits> patterns;
    int phases;
    std::array<std::uint8_t, 65> phase_of_empties;
    // By phase, pattern and weight. In a network a weight has Layers::kWidth of them, each at most
    // Layers::kMostOfVector.
    std::vector<std::int16_t> values;
    std::vector<Layers> layers{};  // of a network, by empty squares
    // Whether the weights of MoveCounts follow those of the patterns in each phase of a network.
    bool counts_moves = false;

    bool operator==(const Tables&) const = default;
    bool is_network() const { return !layers.empty(); }

    // One phase in which everything is worth nothing.
    static Tables zero(int size, std::vector<Bits> patterns);
};

// How far a deep search is from a shallow one, by the empty squares: in discs, the mean is
// mean + mean_shallow·shallow + mean_deep·deep, and the logarithm of the standard deviation
// likewise. All zero where nothing is known.
struct ProbCutFit {
    struct Model {
        float mean, mean_shallow, mean_deep, log, log_shallow, log_deep;

        bool operator==(const Model&) const = default;
    };
    // The bins have four numbers of empty squares each.
    static constexpr int kBins = 16, kBinWidth = 4;

    std::array<Model, kBins> to_depth{}, to_end{};

    bool operator==(const ProbCutFit&) const = default;
};

// Tables whose values stay where they were read: as bytes, two a value, in a network one.
struct TablesView {
    std::vector<Bits> patterns;
    int phases;
    std::array<std::uint8_t, 65> phase_of_empties;
    std::span<const std::byte> bytes;
    std::vector<Layers> layers{};
    bool counts_moves = false;

    bool is_network() const { return !layers.empty(); }
    std::int16_t value(std::size_t i) const {
        if (is_network()) return std::to_integer<std::int8_t>(bytes[i]);
        return static_cast<std::int16_t>(std::to_integer<unsigned>(bytes[2 * i]) |
                                         std::to_integer<unsigned>(bytes[2 * i + 1]) << 8);
    }
    std::size_t values() const { return is_network() ? bytes.size() : bytes.size() / 2; }
};

// Weights whose tables stay in the block that they were read from, for they are large.
struct WeightsView {
    int size;
    Rules rules;
    std::string about;
    TablesView full, light;
    ProbCutFit probcut;

    // Throws std::runtime_error, which says what does not fit.
    static WeightsView parse(std::span<const std::byte> blob);
};

struct Weights {
    int size;
    Rules rules;
    std::string about;
    Tables full, light;
    ProbCutFit probcut;

    bool operator==(const Weights&) const = default;

    // With the standard patterns, in which everything is worth nothing.
    static Weights zero(int size, Rules rules);
    // Throws std::runtime_error, which says what does not fit.
    static Weights parse(std::span<const std::byte> blob);
    std::vector<std::byte> dump() const;
};

}  // namespace obversi
