// Batches on NumPy arrays. The Python side makes the result arrays.
#include "core/bulk/batch.hpp"

#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/checks.hpp"
#include "bindings/interrupt.hpp"
#include "core/bulk/tree_sizes.hpp"
#include "core/search/ending.hpp"

namespace obversi {
namespace {

// A row a position.
using Rows = nb::ndarray<std::uint64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void check_batch(const Positions<const Bits>& positions, int size, int threads) {
    check_threads(threads);
    check_positions(span(positions), size);
}

}  // namespace

void bind_batch(nb::module_& module) {
    module.def(
        "batch_legal_moves",
        [](const Positions<const Bits>& positions, int size, int threads,
           const Array<Bits>& masks) {
            check_batch(positions, size, threads);
            check_length("masks", masks.shape(0), positions.shape(0));
            batch::legal_moves(span(positions), size, threads, span(masks));
        },
        nb::arg("positions"), nb::arg("size"), nb::arg("threads"), nb::arg("masks"), Release());

    module.def(
        "batch_margins",
        [](const Positions<const Bits>& positions, int size, bool reversed, int threads,
           const Array<std::int8_t>& margins) {
            check_batch(positions, size, threads);
            check_length("margins", margins.shape(0), positions.shape(0));
            batch::margins(span(positions), size, rules_of(reversed), threads, span(margins));
        },
        nb::arg("positions"), nb::arg("size"), nb::arg("reversed"), nb::arg("threads"),
        nb::arg("margins"), Release());

    module.def(
        "batch_canonical",
        [](const Positions<const Bits>& positions, int size, int threads,
           const Positions<Bits>& images) {
            check_batch(positions, size, threads);
            check_length("images", images.shape(0), positions.shape(0));
            batch::canonical(span(positions), size, threads, span(images));
        },
        nb::arg("positions"), nb::arg("size"), nb::arg("threads"), nb::arg("images"), Release());

    module.def(
        "batch_planes",
        [](const Positions<const Bits>& positions, int size, int threads,
           const Array<std::uint8_t>& cells) {
            check_batch(positions, size, threads);
            check_length("cells", cells.shape(0), 2 * size * size * positions.shape(0));
            batch::planes(span(positions), size, threads, span(cells));
        },
        nb::arg("positions"), nb::arg("size"), nb::arg("threads"), nb::arg("cells"), Release());

    module.def(
        "batch_move_masks",
        [](const Positions<const Bits>& positions, int size, int threads,
           const Array<std::int8_t>& masks) {
            check_batch(positions, size, threads);
            check_length("masks", masks.shape(0), (kPass + 1) * positions.shape(0));
            batch::move_masks(span(positions), size, threads, span(masks));
        },
        nb::arg("positions"), nb::arg("size"), nb::arg("threads"), nb::arg("masks"), Release());

    module.def(
        "batch_random_moves",
        [](const Positions<const Bits>& positions, int size, std::uint64_t seed, int threads,
           const Array<std::uint8_t>& moves) {
            check_batch(positions, size, threads);
            check_length("moves", moves.shape(0), positions.shape(0));
            batch::random_moves(span(positions), size, seed, threads, span(moves));
        },
        nb::arg("positions"), nb::arg("size"), nb::arg("seed"), nb::arg("threads"),
        nb::arg("moves"), Release());

    module.def(
        "batch_play",
        [](const Positions<const Bits>& positions, const Array<const std::uint8_t>& moves, int size,
           int threads, const Positions<Bits>& after) {
            check_batch(positions, size, threads);
            check_length("moves", moves.shape(0), positions.shape(0));
            check_length("after", after.shape(0), positions.shape(0));
            return batch::play(span(positions), span(moves), size, threads, span(after));
        },
        nb::arg("positions"), nb::arg("moves"), nb::arg("size"), nb::arg("threads"),
        nb::arg("after"), Release(),
        "Play a move in each position; the index of the first illegal move, or their number.");

    module.def(
        "batch_count_successors",
        [](const Positions<const Bits>& positions, int size, int threads,
           const Array<std::int64_t>& counts) {
            check_batch(positions, size, threads);
            check_length("counts", counts.shape(0), positions.shape(0));
            batch::count_successors(span(positions), size, threads, span(counts));
        },
        nb::arg("positions"), nb::arg("size"), nb::arg("threads"), nb::arg("counts"), Release());

    module.def(
        "batch_successors",
        [](const Positions<const Bits>& positions, const Array<const std::int64_t>& first, int size,
           int threads, const Array<std::uint8_t>& moves, const Positions<Bits>& after) {
            check_batch(positions, size, threads);
            check_length("first", first.shape(0), positions.shape(0));
            check_length("moves", moves.shape(0), after.shape(0));
            if (!batch::successors(span(positions), span(first), size, threads, span(moves),
                                   span(after)))
                reject("there is no room for all successors where they are to begin");
        },
        nb::arg("positions"), nb::arg("first"), nb::arg("size"), nb::arg("threads"),
        nb::arg("moves"), nb::arg("after"), Release());

    module.def(
        "batch_playouts",
        [](const Positions<const Bits>& starts, int size, bool reversed, std::uint64_t seed,
           std::uint64_t first_stream, int threads, const Array<std::int8_t>& margins,
           const Array<std::uint8_t>& plies) {
            check_batch(starts, size, threads);
            check_length("margins", margins.shape(0), starts.shape(0));
            check_length("plies", plies.shape(0), starts.shape(0));
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
        [](const Positions<const Bits>& positions, int size, bool reversed, int threads,
           const Array<std::int8_t>& margins) {
            check_batch(positions, size, threads);
            check_length("margins", margins.shape(0), positions.shape(0));
            exact_margins(span(positions), {size, rules_of(reversed)}, threads, signals_interrupt(),
                          span(margins));
        },
        nb::arg("positions"), nb::arg("size"), nb::arg("reversed"), nb::arg("threads"),
        nb::arg("margins"), Release());

    module.def(
        "batch_tree_sizes",
        [](const Positions<const Bits>& positions, int size, int depth, int threads,
           const Rows& counts) {
            check_batch(positions, size, threads);
            check_depth(depth);
            check_length("counts", counts.shape(0), positions.shape(0));
            check_length("a row of counts", counts.shape(1), depth + 1);
            tree_sizes(span(positions), size, depth, threads, signals_interrupt(),
                       {counts.data(), counts.size()});
        },
        nb::arg("positions"), nb::arg("size"), nb::arg("depth"), nb::arg("threads"),
        nb::arg("counts"), Release(),
        "The nodes at each ply of a search without cut-offs: a row of depth + 1 numbers each.");
}

}  // namespace obversi
