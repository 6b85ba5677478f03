// Searches that record what they do. They take what the functions without a record take.
#include "core/textbook/trace.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/checks.hpp"
#include "bindings/interrupt.hpp"
#include "core/textbook/alpha_beta.hpp"
#include "core/textbook/maximax.hpp"
#include "core/textbook/mcts.hpp"
#include "core/textbook/minimax.hpp"

namespace obversi {
namespace {

using textbook::Found;
using textbook::Mcts;
using textbook::MctsFound;
using textbook::MctsRound;
using textbook::MctsSettings;
using textbook::SortedMove;
using textbook::Trace;
using textbook::TraceNode;
using textbook::Watch;

using Traced = std::tuple<Found, std::vector<TraceNode>>;

Found search(const std::string& name, const Position& position, int depth,
             const Heuristic& heuristic, Trace& trace) {
    using textbook::LeafView;
    Watch watch(signals_interrupt());
    if (name == "minimax")
        return textbook::minimax(position, depth, heuristic, watch, LeafView::root, &trace);
    if (name == "alpha-beta")
        return textbook::alpha_beta(position, depth, heuristic, watch, LeafView::root, &trace);
    if (name == "maximax") return textbook::maximax(position, depth, heuristic, watch, &trace);
    throw nb::value_error("there is no such search");
}

std::optional<Traced> traced(const Heuristic& heuristic, Bits own, Bits opp,
                             const std::string& name, int depth, std::size_t most_nodes) {
    check_search({own, opp}, depth, heuristic);
    Trace trace(most_nodes);
    try {
        const Found found = search(name, {own, opp}, depth, heuristic, trace);
        return Traced{found, trace.nodes()};
    } catch (const textbook::TraceTooLong&) {
        return std::nullopt;
    }
}

std::tuple<MctsFound, std::vector<MctsRound>> traced_mcts(Bits own, Bits opp, int size,
                                                          bool reversed, std::uint64_t playouts,
                                                          std::uint64_t seed, double exploration) {
    const GameKind kind = checked_kind(size, reversed);
    check_unfinished({own, opp}, kind);
    check_finite("exploration", exploration);
    Watch watch(signals_interrupt());
    std::vector<MctsRound> rounds;
    Mcts mcts(kind, MctsSettings{.playouts = playouts, .exploration = exploration}, &rounds);
    MctsFound found = mcts.search({own, opp}, seed, watch);
    return {std::move(found), std::move(rounds)};
}

}  // namespace

void bind_trace(nb::module_& module) {
    nb::class_<SortedMove>(module, "SortedMove", "A move in the order in which it is tried.")
        .def_ro("move", &SortedMove::move, "The move's number: 8·row + column, or 64 for the pass.")
        .def_ro("value", &SortedMove::value, "What it is sorted by, to the player to move.")
        .def_ro("in_table", &SortedMove::in_table, "Whether an earlier search found the value.");

    nb::class_<TraceNode>(module, "TraceNode",
                          "A position of a search; its window and value are the first mover's.")
        .def_ro("parent", &TraceNode::parent, "The index of the position before.")
        .def_ro("move", &TraceNode::move, "The number of the move that led here.")
        .def_ro("alpha", &TraceNode::alpha, "The lower bound when it was opened.")
        .def_ro("beta", &TraceNode::beta, "The upper bound when it was opened.")
        .def_ro("is_searched", &TraceNode::is_searched, "Whether it is more than evaluated.")
        .def_ro("evaluations_before", &TraceNode::evaluations_before, "Before it was opened.")
        .def_ro("evaluations_after", &TraceNode::evaluations_after, "When it was closed.")
        .def_ro("value", &TraceNode::value, "What the search returned for it.")
        .def_ro("order", &TraceNode::order, "Its moves in their order, if they were sorted.");

    module.def("traced_search", &traced, nb::arg("heuristic"), nb::arg("own"), nb::arg("opp"),
               nb::arg("search"), nb::arg("depth"), nb::arg("most_nodes"), Release(),
               "Search and return what was found with all positions, in the order in which they "
               "were opened; None if there are too many.");

    nb::class_<MctsRound>(module, "MctsRound", "One round of a Monte Carlo tree search.")
        .def_ro("moves", &MctsRound::moves, "Those from the root to where the random game begins.")
        .def_ro("is_expanded", &MctsRound::is_expanded, "Whether the last one is new in the tree.")
        .def_ro("reward", &MctsRound::reward, "To the player to move where the game begins.");

    module.def("traced_mcts", &traced_mcts, nb::arg("own"), nb::arg("opp"), nb::arg("size"),
               nb::arg("reversed"), nb::kw_only(), nb::arg("playouts"), nb::arg("seed"),
               nb::arg("exploration"), Release(),
               "Search by random games and return what was found with all rounds.");
}

}  // namespace obversi
