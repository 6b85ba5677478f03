// Monte Carlo tree search, and the end of a game played perfectly.
#include "core/textbook/mcts.hpp"

#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "bindings/checks.hpp"
#include "bindings/interrupt.hpp"
#include "core/textbook/perfect.hpp"

namespace obversi {

using textbook::Mcts;
using textbook::MctsFound;
using textbook::MctsMove;
using textbook::MctsSettings;
using textbook::Watch;

void bind_mcts(nb::module_& module) {
    nb::class_<MctsMove>(module, "MctsMove", "What came of a move at the root.")
        .def_ro("move", &MctsMove::move, "The move's number: 8·row + column, or 64 for the pass.")
        .def_ro("visits", &MctsMove::visits, "How many games began with it.")
        .def_ro("value", &MctsMove::value, "The share of them that the player won.");

    nb::class_<MctsFound>(module, "MctsFound", "What a Monte Carlo tree search found.")
        .def_ro("move", &MctsFound::move, "The move with the most visits.")
        .def_ro("value", &MctsFound::value, "What it is worth to the player who makes it.")
        .def_ro("playouts", &MctsFound::playouts, "How many games were played.")
        .def_ro("nodes", &MctsFound::nodes, "How many positions the tree has.")
        .def_ro("moves", &MctsFound::moves, "The moves that were tried, the most visited first.");

    module.def(
        "mcts",
        [](Bits own, Bits opp, int size, bool reversed, std::uint64_t playouts, double seconds,
           std::uint64_t seed, double exploration, std::size_t most_nodes) {
            const GameKind kind = checked_kind(size, reversed);
            check_unfinished({own, opp}, kind);
            check_finite("exploration", exploration);
            Watch watch(signals_interrupt());
            Mcts mcts(kind, MctsSettings{.playouts = playouts,
                                         .seconds = checked_seconds(seconds),
                                         .exploration = exploration,
                                         .most_nodes = most_nodes});
            return mcts.search({own, opp}, seed, watch);
        },
        nb::arg("own"), nb::arg("opp"), nb::arg("size"), nb::arg("reversed"), nb::kw_only(),
        nb::arg("playouts"), nb::arg("seconds"), nb::arg("seed"), nb::arg("exploration"),
        nb::arg("most_nodes"), Release(),
        "Search by random games, until they are played or the time is up; a limit of 0 is none.");

    module.def(
        "perfect",
        [](Bits own, Bits opp, int size, bool reversed) {
            const GameKind kind = checked_kind(size, reversed);
            check_unfinished({own, opp}, kind);
            Watch watch(signals_interrupt());
            return textbook::perfect({own, opp}, kind, watch);
        },
        nb::arg("own"), nb::arg("opp"), nb::arg("size"), nb::arg("reversed"), Release(),
        "Search to the end of the game.");
}

}  // namespace obversi
