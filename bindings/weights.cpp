// The weights of evaluations as Python sees them: bytes, and what is in them.
#include "core/evaluation/weights.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/checks.hpp"
#include "core/evaluation/pattern_set.hpp"
#include "core/evaluation/pattern_shapes.hpp"

namespace obversi {
namespace {

template <class T>
using Owned = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

template <class T, class Values>
Owned<T> array_of(const Values& values) {
    auto* const copy = new std::vector<T>(values.begin(), values.end());
    nb::capsule owner(copy, [](void* held) noexcept { delete static_cast<std::vector<T>*>(held); });
    return Owned<T>(copy->data(), {copy->size()}, owner);
}

constexpr std::size_t kModelNumbers = sizeof(ProbCutFit) / sizeof(float);
using ModelNumbers = std::array<float, kModelNumbers>;
static_assert(kModelNumbers == 2 * ProbCutFit::kBins * 6);

// Patterns, phases, values, the bytes of a network's layers, and whether it counts moves.
using TablesIn = std::tuple<std::vector<Bits>, Array<const std::uint8_t>, Array<const std::int16_t>,
                            Array<const std::uint8_t>, bool>;
using TablesOut = std::tuple<std::vector<Bits>, Owned<std::uint8_t>, Owned<std::int16_t>,
                             Owned<std::uint8_t>, bool>;
static_assert(sizeof(Layers) == 644 && std::endian::native == std::endian::little);

Tables tables_of(const TablesIn& parts) {
    const auto& [patterns, phase_of_empties, values, layers, counts_moves] = parts;
    Tables tables{patterns, 0, {}, {}};
    if (phase_of_empties.shape(0) != tables.phase_of_empties.size())
        throw nb::value_error("there must be a phase for each number of empty squares, 0 to 64");
    std::ranges::copy(span(phase_of_empties), tables.phase_of_empties.begin());
    tables.phases = 1 + std::ranges::max(tables.phase_of_empties);
    tables.values.assign(span(values).begin(), span(values).end());
    const std::size_t count = layers.shape(0) / sizeof(Layers);
    if (layers.shape(0) != 0 && layers.shape(0) != phase_of_empties.shape(0) * sizeof(Layers))
        throw nb::value_error("a network must have layers for 0 to 64 empty squares");
    if (counts_moves && !count) throw nb::value_error("only a network counts moves");
    tables.counts_moves = counts_moves;
    tables.layers.resize(count);
    if (count) std::memcpy(tables.layers.data(), layers.data(), layers.shape(0));
    return tables;
}

TablesOut parts_of(const Tables& tables) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(tables.layers.data());
    return {tables.patterns, array_of<std::uint8_t>(tables.phase_of_empties),
            array_of<std::int16_t>(tables.values),
            array_of<std::uint8_t>(std::span(bytes, tables.layers.size() * sizeof(Layers))),
            tables.counts_moves};
}

nb::bytes write_weights(int size, bool reversed, const std::string& about, const TablesIn& full,
                        const TablesIn& light, const Array<const float>& probcut) {
    check_size(size);
    Weights weights{size, rules_of(reversed), about, tables_of(full), tables_of(light), {}};
    if (probcut.shape(0) != kModelNumbers)
        throw nb::value_error("the Multi-ProbCut model has another number of numbers");
    ModelNumbers numbers;
    std::ranges::copy(span(probcut), numbers.begin());
    weights.probcut = std::bit_cast<ProbCutFit>(numbers);
    const std::vector<std::byte> blob = weights.dump();
    Weights::parse(blob);  // what could not be read is not written
    return nb::bytes(blob.data(), blob.size());
}

auto read_weights(const nb::bytes& blob) {
    const Weights weights =
        Weights::parse({static_cast<const std::byte*>(blob.data()), blob.size()});
    return std::make_tuple(weights.size, weights.rules == Rules::reversed, weights.about,
                           parts_of(weights.full), parts_of(weights.light),
                           array_of<float>(std::bit_cast<ModelNumbers>(weights.probcut)));
}

PatternSet set_of(int size, Bits shape) {
    check_size(size);
    if ((shape & ~board_mask(size)) || count(shape) > Pattern::kMostSquares)
        throw nb::value_error("the pattern has squares beyond the board, or too many");
    return PatternSet(size, std::span(&shape, 1));
}

}  // namespace

void bind_weights(nb::module_& module) {
    module.def("write_weights", &write_weights, nb::arg("size"), nb::arg("reversed"),
               nb::arg("about"), nb::arg("full"), nb::arg("light"), nb::arg("probcut"),
               "The bytes of weights; tables are patterns, phases by empty squares, values, and "
               "the bytes of a network's layers, and whether it counts moves. "
               "A RuntimeError says what does not fit.");
    module.def("read_weights", &read_weights, nb::arg("blob"),
               "What write_weights was given. A RuntimeError says what does not fit.");
    module.def(
        "pattern_set",
        [](int size, std::string_view name) {
            check_size(size);
            return pattern_shapes(size, name);
        },
        nb::arg("size"), nb::arg("name"),
        "The patterns of a named set, as squares of their first places.");
    module.def(
        "pattern_features",
        [](int size, Bits shape) {
            std::vector<std::vector<Square>> features;
            for (const PatternPlacement& placement : set_of(size, shape).placements)
                features.push_back(placement.squares);
            return features;
        },
        nb::arg("size"), nb::arg("shape"),
        "The squares of each place of a pattern, that of the lowest digit first.");
    module.def(
        "weight_of_index",
        [](int size, Bits shape) {
            return array_of<std::int32_t>(set_of(size, shape).patterns[0].weight_of_index());
        },
        nb::arg("size"), nb::arg("shape"), "Which weight each index of a pattern has.");
}

}  // namespace obversi
