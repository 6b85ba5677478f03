// The textbook searches. Each takes an evaluation, and a position of the game that it is made for.
#include "bindings/bindings.hpp"
#include "bindings/checks.hpp"
#include "bindings/interrupt.hpp"
#include "core/textbook/alpha_beta.hpp"
#include "core/textbook/deepening.hpp"
#include "core/textbook/maximax.hpp"
#include "core/textbook/minimax.hpp"
#include "core/textbook/negamax.hpp"

namespace obversi {
namespace {

using textbook::Found;
using textbook::LeafView;
using textbook::Watch;

LeafView leaf_view(bool mover) { return mover ? LeafView::mover : LeafView::root; }

void bind_found(nb::module_& module) {
    nb::class_<Found>(module, "Found", "What a search found.")
        .def_ro("value", &Found::value, "What the position is worth to its mover.")
        .def_ro("move", &Found::move, "The move's number: 8·row + column, or 64 for the pass.")
        .def_ro("depth", &Found::depth, "How many plies were searched.")
        .def_ro("nodes", &Found::nodes, "Positions that the search was called for.")
        .def_ro("evaluations", &Found::evaluations, "Positions that were evaluated.");
}

}  // namespace

void bind_textbook(nb::module_& module) {
    bind_found(module);

    module.def(
        "minimax",
        [](const Heuristic& heuristic, Bits own, Bits opp, int depth, bool leaf_seen_by_mover) {
            check_search({own, opp}, depth, heuristic);
            Watch watch(signals_interrupt());
            return textbook::minimax({own, opp}, depth, heuristic, watch,
                                     leaf_view(leaf_seen_by_mover));
        },
        nb::arg("heuristic"), nb::arg("own"), nb::arg("opp"), nb::arg("depth"),
        nb::arg("leaf_seen_by_mover") = false, Release(), "Search without any cut-off.");
    module.def(
        "alpha_beta",
        [](const Heuristic& heuristic, Bits own, Bits opp, int depth, bool leaf_seen_by_mover) {
            check_search({own, opp}, depth, heuristic);
            Watch watch(signals_interrupt());
            return textbook::alpha_beta({own, opp}, depth, heuristic, watch,
                                        leaf_view(leaf_seen_by_mover));
        },
        nb::arg("heuristic"), nb::arg("own"), nb::arg("opp"), nb::arg("depth"),
        nb::arg("leaf_seen_by_mover") = false, Release(),
        "Search with a function for either player and cut-offs.");
    module.def(
        "negamax",
        [](const Heuristic& heuristic, Bits own, Bits opp, int depth) {
            check_search({own, opp}, depth, heuristic);
            Watch watch(signals_interrupt());
            return textbook::negamax({own, opp}, depth, heuristic, watch);
        },
        nb::arg("heuristic"), nb::arg("own"), nb::arg("opp"), nb::arg("depth"), Release(),
        "Search with one function for both players and cut-offs.");
    module.def(
        "maximax",
        [](const Heuristic& heuristic, Bits own, Bits opp, int depth) {
            check_search({own, opp}, depth, heuristic);
            Watch watch(signals_interrupt());
            return textbook::maximax({own, opp}, depth, heuristic, watch);
        },
        nb::arg("heuristic"), nb::arg("own"), nb::arg("opp"), nb::arg("depth"), Release(),
        "Search with an alpha for each player and sorted moves.");
    module.def(
        "deepening",
        [](const Heuristic& heuristic, Bits own, Bits opp, double seconds, double q,
           int depth) -> Found {
            check_search({own, opp}, depth, heuristic);
            check_finite("q", q);
            Watch watch(signals_interrupt());
            return textbook::deepening(
                {own, opp}, {.seconds = checked_seconds(seconds), .q = q, .depth = depth},
                heuristic, watch);
        },
        nb::arg("heuristic"), nb::arg("own"), nb::arg("opp"), nb::arg("seconds"), nb::arg("q"),
        nb::arg("depth"), Release(), "Search by maximax, deeper and deeper until the time is up.");
}

}  // namespace obversi
