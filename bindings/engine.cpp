// The engine, its task and its reports. Whatever may take long, even the wait for a lock, runs
// without the interpreter's lock: a search goes on while Python does something else.
#include "core/search/engine.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/checks.hpp"
#include "core/evaluation/evaluation.hpp"

namespace obversi {
namespace {

const char* bound_name(const Line& line) {
    switch (line.bound) {
        case Bound::at_least:
            return "at_least";
        case Bound::at_most:
            return "at_most";
        default:
            return "exact";
    }
}

// Of anything that has bytes: they need not be copied to be read.
Evaluation evaluation_of(nb::handle weights) {
    Py_buffer buffer;
    if (PyObject_GetBuffer(weights.ptr(), &buffer, PyBUF_SIMPLE)) throw nb::python_error();
    const std::unique_ptr<Py_buffer, decltype(&PyBuffer_Release)> held(&buffer, &PyBuffer_Release);
    try {
        return Evaluation::parse(
            {static_cast<const std::byte*>(buffer.buf), static_cast<std::size_t>(buffer.len)});
    } catch (const std::runtime_error& error) {
        throw nb::value_error(error.what());
    }
}

void bind_reports(nb::module_& module) {
    nb::class_<Line>(module, "Line", "A move, what it is worth, and how the game may go on.")
        .def_ro("move", &Line::move, "The move's number: 8·row + column, or 64 for the pass.")
        .def_ro("margin", &Line::margin, "What the move is worth to the mover, in discs.")
        .def_prop_ro("bound", &bound_name,
                     nb::sig("def bound(self) -> typing.Literal['exact', 'at_least', 'at_most']"),
                     "What the margin is to the value that was searched for.")
        .def_ro("depth", &Line::depth, "How many plies were searched.")
        .def_ro("selectivity", &Line::selectivity, "In percent; 100 without selective cut-offs.")
        .def_ro("exact", &Line::exact, "Whether all was searched to the end of the game.")
        .def_ro("moves", &Line::moves, "The numbers of the moves, beginning with this one.");

    nb::class_<Report>(module, "Report", "The state of a search after a step of deepening.")
        .def_ro("depth", &Report::depth, "How many plies were searched.")
        .def_ro("selectivity", &Report::selectivity, "In percent; 100 without selective cut-offs.")
        .def_ro("exact", &Report::exact, "Whether all was searched to the end of the game.")
        .def_ro("nodes", &Report::nodes, "Positions looked at so far.")
        .def_ro("seconds", &Report::seconds, "The time since the search began.")
        .def_ro("lines", &Report::lines, "The best line first.");
}

}  // namespace

void bind_engine(nb::module_& module) {
    bind_reports(module);

    nb::class_<Evaluation>(module, "Evaluation", "What positions are worth, by learned weights.")
        .def(
            "__init__",
            [](Evaluation* self, nb::handle weights) {
                new (self) Evaluation(evaluation_of(weights));
            },
            nb::arg("weights"), nb::sig("def __init__(self, weights: bytes | bytearray) -> None"),
            "Read the weights; a ValueError says what does not fit.")
        .def_prop_ro("size", &Evaluation::size, "The boards that it is made for.")
        .def_prop_ro(
            "reversed",
            [](const Evaluation& evaluation) { return evaluation.rules() == Rules::reversed; },
            "The rules that it is made for.");

    nb::class_<Engine>(module, "Engine", "A table and threads, kept from search to search.")
        .def(
            "__init__",
            [](Engine* self, int threads, std::size_t hash_bytes) {
                check_between("threads", threads, 1, 1 << 16);
                if (hash_bytes == 0) reject("hash_bytes must be above 0");
                new (self) Engine(threads, hash_bytes);
            },
            nb::arg("threads"), nb::arg("hash_bytes"), Release())
        .def(
            "use",
            [](Engine& engine, std::shared_ptr<Evaluation> evaluation) {
                engine.use(std::move(evaluation));
            },
            nb::arg("evaluation"), Release(),
            "Take this evaluation for the boards and rules that it is made for.")
        .def(
            "start",
            [](Engine& engine, Bits own, Bits opp, int size, bool reversed, double seconds,
               int depth, std::uint64_t nodes, int lines, bool exact, int lower, int upper,
               Bits moves) {
                const GameKind kind = checked_kind(size, reversed);
                check_unfinished({own, opp}, kind);
                check_depth(depth);
                check_between("lines", lines, 1, 64);
                if (lower < -64 || upper > 64 || lower >= upper)
                    reject("the window must lie between -64 and 64");
                const Bits legal = kind.legal_moves({own, opp});
                if (legal && !(legal & moves)) reject("none of the moves is legal");
                engine.start({.position = {own, opp},
                              .size = size,
                              .rules = rules_of(reversed),
                              .limits = {checked_seconds(seconds), depth, nodes},
                              .lines = lines,
                              .exact = exact,
                              .lower = lower,
                              .upper = upper,
                              .moves = moves});
            },
            nb::kw_only(), nb::arg("own"), nb::arg("opp"), nb::arg("size"), nb::arg("reversed"),
            nb::arg("seconds") = 0.0, nb::arg("depth") = 0, nb::arg("nodes") = 0,
            nb::arg("lines") = 1, nb::arg("exact") = false, nb::arg("lower") = -64,
            nb::arg("upper") = 64, nb::arg("moves") = ~Bits{0}, Release(),
            "Begin a search in the background, for a position with a move or a pass; a search that "
            "still runs is stopped first. A limit of 0 is none. Of the legal moves only those in "
            "`moves` are searched, at least one.")
        .def(
            "wait",
            [](Engine& engine, double seconds) { return engine.wait(checked_seconds(seconds)); },
            nb::arg("seconds"), Release(),
            "Wait for a report, at most these seconds; true as soon as the search has ended.")
        .def("next_report", &Engine::next_report, Release(),
             "Take the oldest report that was not yet taken.")
        .def("stop", &Engine::stop, Release(),
             "Ask the search to end with what it has; from any thread, at any time.")
        .def("result", &Engine::result, Release(), "The last report, once the search has ended.")
        .def(
            "evaluate",
            [](const Engine& engine, Bits own, Bits opp, int size, bool reversed) {
                check_position({own, opp}, size);
                return engine.evaluate({own, opp}, size, rules_of(reversed));
            },
            nb::arg("own"), nb::arg("opp"), nb::arg("size"), nb::arg("reversed"), Release(),
            "What the position is worth to the mover, in discs, without looking ahead.")
        .def("clear", &Engine::clear, Release(), "Forget all searches.")
        .def_prop_ro("threads", &Engine::threads, "How many threads search.")
        .def_prop_ro(
            "splits", [](const Engine& engine) { return engine.thread_counters().splits; },
            "How many nodes were shared by threads, in all searches so far.")
        .def_prop_ro(
            "idle_seconds",
            [](const Engine& engine) { return engine.thread_counters().idle_seconds; },
            "How long threads waited for work, in all searches so far; the sum of all threads.")
        .def_prop_ro("hash_bytes", &Engine::hash_bytes, "The size of the table.");
}

}  // namespace obversi
