// Evaluations: the base of all, and mixes of features.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <exception>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/checks.hpp"
#include "bindings/finished.hpp"
#include "bindings/raised_error.hpp"
#include "core/bulk/parallel.hpp"
#include "core/heuristics/mix.hpp"
#include "core/textbook/pattern_heuristic.hpp"

namespace obversi {
namespace {

// What Python code has raised, or the Python side's own error, which knows nothing of this module.
void raise_evaluation_error(const std::exception_ptr& error, void*) {
    try {
        std::rethrow_exception(error);
    } catch (const RaisedError& raised) {
        raised.error().restore();
    } catch (const HeuristicError& problem) {
        const nb::object type = nb::module_::import_("obversi.errors").attr("EvaluationError");
        PyErr_SetString(type.ptr(), problem.what());
    }
}

std::array<double, 64> square_weights(const std::vector<double>& squares) {
    std::array<double, 64> weights;
    if (squares.size() != weights.size())
        throw std::invalid_argument("there are weights of " + std::to_string(squares.size()) +
                                    " squares, not of 64");
    std::ranges::copy(squares, weights.begin());
    return weights;
}

// A Python function may raise an error in any thread. The first one ends the work, and is raised
// again for the caller when all threads have come to rest.
void find_values(const Heuristic& heuristic, std::span<const Position> positions, int threads,
                 std::span<double> values) {
    constexpr std::size_t kPiece = 256;
    check_threads(threads);
    check_positions(positions, heuristic.kind().size);
    check_length("out", values.size(), positions.size());
    std::atomic<bool> failed = false;
    std::exception_ptr error;
    parallel_for(positions.size(), threads, kPiece, [&](std::size_t first, std::size_t last) {
        try {
            for (std::size_t i = first; i < last && !failed; ++i)
                values[i] = heuristic.value(positions[i]);
        } catch (...) {
            if (!failed.exchange(true)) error = std::current_exception();
        }
    });
    if (error) std::rethrow_exception(error);
}

}  // namespace

void bind_heuristics(nb::module_& module) {
    nb::register_exception_translator(&raise_evaluation_error);

    nb::class_<Heuristic>(module, "Heuristic", "What positions of one game are worth at a glance.")
        .def(
            "value",
            [](const Heuristic& heuristic, Bits own, Bits opp) {
                check_position({own, opp}, heuristic.kind().size);
                return heuristic.value({own, opp});
            },
            nb::arg("own"), nb::arg("opp"), Release(),
            "What a game that goes on is worth to the player to move.")
        .def(
            "finished_value",
            [](const Heuristic& heuristic, Bits own, Bits opp) {
                check_position({own, opp}, heuristic.kind().size);
                return heuristic.finished_value({own, opp});
            },
            nb::arg("own"), nb::arg("opp"), Release(),
            "What a finished game is worth to the player who would be to move.")
        .def(
            "values",
            [](const Heuristic& heuristic, const Positions<const Bits>& positions, int threads,
               const Array<double>& out) {
                find_values(heuristic, span(positions), threads, span(out));
            },
            nb::arg("positions"), nb::arg("threads"), nb::arg("out"), Release(),
            "The value of each of many positions, one a row.")
        .def_prop_ro(
            "size", [](const Heuristic& heuristic) { return heuristic.kind().size; },
            "The boards that it is made for.")
        .def_prop_ro(
            "reversed",
            [](const Heuristic& heuristic) { return heuristic.kind().rules == Rules::reversed; },
            "The rules that it is made for.");

    nb::class_<Mix, Heuristic>(module, "Mix", "A weighted sum of features.")
        .def(
            "__init__",
            [](Mix* place, int size, bool reversed, const std::string& finished,
               bool written_for_reversed, const std::vector<std::string>& features,
               const std::vector<std::pair<int, std::vector<double>>>& phases,
               const std::vector<double>& squares) {
                std::vector<Phase> parts;
                for (const auto& [last_discs, weights] : phases)
                    parts.push_back({last_discs, weights});
                new (place) Mix(checked_kind(size, reversed), finished_of(finished),
                                rules_of(written_for_reversed), features, std::move(parts),
                                square_weights(squares));
            },
            nb::arg("size"), nb::arg("reversed"), nb::arg("finished"),
            nb::arg("written_for_reversed"), nb::arg("features"), nb::arg("phases"),
            nb::arg("squares"),
            "A phase is the largest number of discs that it lasts to, and a weight a feature.")
        .def(
            "terms",
            [](const Mix& mix, Bits own, Bits opp) {
                check_position({own, opp}, mix.kind().size);
                std::vector<std::tuple<std::string, double, double>> terms;
                for (const Mix::Term& term : mix.terms({own, opp}))
                    terms.emplace_back(term.feature->name, term.weight, term.value);
                return terms;
            },
            nb::arg("own"), nb::arg("opp"),
            "The name of each feature, its weight now and here, and its value.");

    nb::class_<PatternHeuristic, Heuristic>(module, "PatternHeuristic",
                                            "The learned evaluation, for textbook searches.")
        .def(
            "__init__",
            [](PatternHeuristic* place, std::shared_ptr<Evaluation> evaluation) {
                new (place) PatternHeuristic(std::move(evaluation));
            },
            nb::arg("evaluation"), "Values are margins in discs.");

    module.def(
        "features",
        [] {
            std::vector<std::tuple<std::string, std::string, bool>> all;
            for (const Feature& one : features()) all.emplace_back(one.name, one.meaning, one.goal);
            return all;
        },
        "The name of each feature, what it means, and whether it is a goal feature.");
    module.def(
        "square_features",
        [] {
            std::vector<std::string> names;
            for (const Feature& one : features())
                if (one.weighs_squares) names.emplace_back(one.name);
            return names;
        },
        "The names of the features that need the weights of squares.");
}

}  // namespace obversi
