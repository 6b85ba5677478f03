// Games and searches by the rules of R2's published program, for the laboratory alone.
#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/checks.hpp"
#include "bindings/interrupt.hpp"
#include "core/bulk/workers.hpp"
#include "core/one_direction/games.hpp"
#include "core/one_direction/search.hpp"

namespace obversi {
namespace {

using one_direction::GamePositions;
using Games = nb::ndarray<Bits, nb::shape<-1, 65, 2>, nb::c_contig, nb::device::cpu>;
static_assert(sizeof(GamePositions) == 65 * sizeof(Position));

// Calls work(i, stop) for all i below `count` on several threads; Ctrl-C ends it.
template <class Work>
void for_each(std::size_t count, int threads, const Work& work) {
    check_threads(threads);
    share_out(count, threads, signals_interrupt(),
              [&](const StopFlag& stop) { return [&](std::size_t i) { work(i, stop); }; });
}

void check_made_for_it(const Heuristic& heuristic) {
    if (heuristic.kind().size != 8) reject("the evaluation is for another size");
}

}  // namespace

void bind_one_direction(nb::module_& module) {
    module.def(
        "one_direction_random_games",
        [](std::uint64_t seed, std::uint64_t first, const Games& games) {
            one_direction::random_games(
                seed, first, {reinterpret_cast<GamePositions*>(games.data()), games.shape(0)});
        },
        nb::arg("seed"), nb::arg("first"), nb::arg("games"), Release(),
        "The positions of random games by the number of discs.");

    module.def(
        "one_direction_alpha_beta",
        [](const Heuristic& heuristic, const Positions<const Bits>& positions, int depth,
           int threads, const Array<double>& values, const Array<std::uint64_t>& nodes) {
            check_made_for_it(heuristic);
            check_positions(span(positions), 8);
            check_depth(depth, 1);
            check_length("values", values.shape(0), positions.shape(0));
            check_length("nodes", nodes.shape(0), positions.shape(0));
            for_each(positions.shape(0), threads, [&](std::size_t i, const StopFlag& stop) {
                const auto found =
                    one_direction::alpha_beta(span(positions)[i], depth, heuristic, stop);
                values.data()[i] = found.value;
                nodes.data()[i] = found.nodes;
            });
        },
        nb::arg("heuristic"), nb::arg("positions"), nb::arg("depth"), nb::arg("threads"),
        nb::arg("values"), nb::arg("nodes"), Release(),
        "R2's search of each position, with its way to sort moves.");

    module.def(
        "one_direction_minimax_nodes",
        [](const Positions<const Bits>& positions, int depth, int threads,
           const Array<std::uint64_t>& nodes) {
            check_positions(span(positions), 8);
            check_depth(depth, 1);
            check_length("nodes", nodes.shape(0), positions.shape(0));
            for_each(positions.shape(0), threads, [&](std::size_t i, const StopFlag& stop) {
                nodes.data()[i] = one_direction::minimax_nodes(span(positions)[i], depth, stop);
            });
        },
        nb::arg("positions"), nb::arg("depth"), nb::arg("threads"), nb::arg("nodes"), Release(),
        "The positions of a search without cut-offs before its last ply.");

    module.def(
        "one_direction_games",
        [](const Heuristic& a, const Heuristic* b, int solved, std::uint64_t seed,
           std::uint64_t first, int threads, const Array<std::int8_t>& results) {
            check_made_for_it(a);
            if (b) check_made_for_it(*b);
            check_between("solved", solved, 0, 64);
            const one_direction::Players players{a, b, solved};
            for_each(results.shape(0), threads, [&](std::size_t i, const StopFlag& stop) {
                results.data()[i] = static_cast<std::int8_t>(
                    one_direction::play_game(players, seed, first + i, stop));
            });
        },
        nb::arg("a"), nb::arg("b").none(), nb::arg("solved"), nb::arg("seed"), nb::arg("first"),
        nb::arg("threads"), nb::arg("results"), Release(),
        "Games of an evaluation against another one, or against a random chooser.");
}

}  // namespace obversi
