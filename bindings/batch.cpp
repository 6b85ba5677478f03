// Batches on NumPy arrays. The Python side checks shapes and ranges and makes the result arrays.
#include "core/bulk/batch.hpp"

#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/interrupt.hpp"
#include "core/bulk/tree_sizes.hpp"
#include "core/search/ending.hpp"

namespace obversi {
namespace {

// A row a position.
using Rows = nb::ndarray<std::uint64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

}  // namespace

void bind_batch(nb::module_& module) {
    module.def(
        "batch_legal_moves",
        [](Positions<const Bits> positions, int size, int threads, Array<Bits> masks) {
            batch::legal_moves(span(positions), size, threads, span(masks));
        },
        nb::arg("positions"), nb::arg("size"), nb::arg("threads"), nb::arg("masks"), Release());

    module.def(
        "batch_margins",
        [](Positions<const Bits> positions, int size, bool reversed, int threads,
           Array<std::int8_t> margins) {
            batch::margins(span(positions), size, rules_of(reversed), threads, span(margins));
        },
        nb::arg("positions"), nb::arg("size"), nb::arg("reversed"), nb::arg("threads"),
        nb::arg("margins"), Release());

    module.def(
        "batch_canonical",
        [](Positions<const Bits> positions, int size, int threads, Positions<Bits> images) {
            batch::canonical(span(positions), size, threads, span(images));
        },
        nb::arg("positions"), nb::arg("size"), nb::arg("threads"), nb::arg("images"), Release());

    module.def(
        "batch_play",
        [](Positions<const Bits> positions, Array<const std::uint8_t> moves, int size, int threads,
           Positions<Bits> after) {
            return batch::play(span(positions), span(moves), size, threads, span(after));
        },
        nb::arg("positions"), nb::arg("moves"), nb::arg("size"), nb::arg("threads"),
        nb::arg("after"), Release(),
        "Play a move in each position; the index of the first illegal move, or their number.");

    module.def(
        "batch_count_successors",
        [](Positions<const Bits> positions, int size, int threads, Array<std::int64_t> counts) {
            batch::count_successors(span(positions), size, threads, span(counts));
        },
        nb::arg("positions"), nb::arg("size"), nb::arg("threads"), nb::arg("counts"), Release());

    module.def(
        "batch_successors",
        [](Positions<const Bits> positions, Array<const std::int64_t> first, int size, int threads,
           Array<std::uint8_t> moves, Positions<Bits> after) {
            batch::successors(span(positions), span(first), size, threads, span(moves),
                              span(after));
        },
        nb::arg("positions"), nb::arg("first"), nb::arg("size"), nb::arg("threads"),
        nb::arg("moves"), nb::arg("after"), Release());

    module.def(
        "batch_playouts",
        [](Positions<const Bits> starts, int size, bool reversed, std::uint64_t seed,
           std::uint64_t first_stream, int threads, Array<std::int8_t> margins,
           Array<std::uint8_t> plies) {
            std::vector<Playout> results(starts.shape(0));
            batch::playouts(span(starts), size, rules_of(reversed), seed, first_stream, threads,
                            results);
            for (std::size_t i = 0; i < results.size(); ++i) {
                margins.data()[i] = results[i].margin;
                plies.data()[i] = results[i].plies;
            }
        },
        nb::arg("starts"), nb::arg("size"), nb::arg("reversed"), nb::arg("seed"),
        nb::arg("first_stream"), nb::arg("threads"), nb::arg("margins"), nb::arg("plies"),
        Release());

    module.def(
        "batch_exact_margins",
        [](Positions<const Bits> positions, int size, bool reversed, int threads,
           Array<std::int8_t> margins) {
            exact_margins(span(positions), {size, rules_of(reversed)}, threads, signals_interrupt(),
                          span(margins));
        },
        nb::arg("positions"), nb::arg("size"), nb::arg("reversed"), nb::arg("threads"),
        nb::arg("margins"), Release());

    module.def(
        "batch_tree_sizes",
        [](Positions<const Bits> positions, int size, int depth, int threads, Rows counts) {
            tree_sizes(span(positions), size, depth, threads, signals_interrupt(),
                       {counts.data(), counts.size()});
        },
        nb::arg("positions"), nb::arg("size"), nb::arg("depth"), nb::arg("threads"),
        nb::arg("counts"), Release(),
        "The nodes at each ply of a search without cut-offs: a row of depth + 1 numbers each.");
}

}  // namespace obversi
