// Training data: games of the engine against itself, their positions, and searches of many depths.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/checks.hpp"
#include "bindings/interrupt.hpp"
#include "core/board/game_kind.hpp"
#include "core/evaluation/move_counts.hpp"
#include "core/training/expand.hpp"
#include "core/training/search_values.hpp"
#include "core/training/self_play.hpp"

namespace obversi {
namespace {

template <class T>
using NumpyArray = nb::ndarray<nb::numpy, T, nb::ndim<1>, nb::c_contig>;
template <class T>
using NumpyRows = nb::ndarray<nb::numpy, T, nb::ndim<2>, nb::c_contig>;
// An array of one of several types of numbers; the name is for type checkers.
struct Column : nb::object {
    NB_OBJECT_DEFAULT(Column, nb::object, "numpy.typing.NDArray[typing.Any]", nb::ndarray_check)
};
// By name.
using Columns = nb::typed<nb::dict, nb::str, Column>;
using RecordRows = nb::ndarray<const std::uint8_t, nb::shape<-1, sizeof(GameRecord)>, nb::c_contig,
                               nb::device::cpu>;

// Hands the numbers of a vector over to NumPy, with the vector as their owner.
template <class ArrayType, class Item>
ArrayType handed_over(std::vector<Item>&& items, std::initializer_list<std::size_t> shape) {
    auto owned = std::make_unique<std::vector<Item>>(std::move(items));
    void* const data = owned->data();
    const nb::capsule owner(owned.release(),
                            [](void* p) noexcept { delete static_cast<std::vector<Item>*>(p); });
    return ArrayType(data, shape, owner);
}
template <class T, class Item>
NumpyArray<T> column(std::vector<Item>&& items) {
    static_assert(sizeof(T) == sizeof(Item));
    const std::size_t count = items.size();
    return handed_over<NumpyArray<T>>(std::move(items), {count});
}

// Of a game.
constexpr std::int64_t kLastNumber = 0xffffffff;

void check_made_for(const Evaluation& evaluation, int size, bool reversed) {
    if (evaluation.size() != size || evaluation.rules() != rules_of(reversed))
        throw nb::value_error("the evaluation is for another size or other rules");
}

NumpyRows<std::uint8_t> generate(int size, bool reversed, std::shared_ptr<Evaluation> evaluation,
                                 int depth, int solve, std::uint64_t seed,
                                 std::int64_t first_number, std::int64_t count, int threads,
                                 int random_least, int random_most, int noise, int branches,
                                 int siblings) {
    check_size(size);
    const int squares = size * size;
    check_threads(threads);
    check_between("depth", depth, 0, squares - 4);
    check_between("solve", solve, 1, squares - 4);
    check_between("random_most", random_most, 0, squares - 5);
    check_between("random_least", random_least, 0, random_most);
    check_between("noise", noise, 0, 100);
    check_between("branches", branches, 0, 100);
    check_between("siblings", siblings, 0, 100);
    check_between("first_number", first_number, 0, kLastNumber);
    check_between("count", count, 0, kLastNumber + 1 - first_number);
    if (evaluation)
        check_made_for(*evaluation, size, reversed);
    else if (depth > 0)
        throw nb::value_error("searching to a depth needs an evaluation");
    std::vector<GameRecord> records;
    {
        const ReleasedLock release;
        records = generate_games({.size = size,
                                  .rules = rules_of(reversed),
                                  .depth = depth,
                                  .solve = solve,
                                  .seed = seed,
                                  .random_least = random_least,
                                  .random_most = random_most,
                                  .noise = noise,
                                  .branches = branches,
                                  .siblings = siblings},
                                 evaluation, static_cast<std::uint32_t>(first_number),
                                 static_cast<std::size_t>(count), threads, signals_interrupt());
    }
    const std::size_t rows = records.size();
    return handed_over<NumpyRows<std::uint8_t>>(std::move(records), {rows, sizeof(GameRecord)});
}

Columns expanded(const RecordRows& rows, int size, bool reversed, double td_lambda, int threads) {
    check_size(size);
    check_threads(threads);
    if (!(td_lambda >= 0 && td_lambda <= 1)) reject("td_lambda must be from 0 to 1");
    std::optional<ExpandedPositions> all;
    try {
        const ReleasedLock release;
        // Rows may begin at any address.
        std::vector<GameRecord> records(rows.shape(0));
        if (!records.empty())
            std::memcpy(records.data(), rows.data(), records.size() * sizeof(GameRecord));
        all.emplace(
            expand(records, size, rules_of(reversed), static_cast<float>(td_lambda), threads));
    } catch (const std::runtime_error& error) {
        throw nb::value_error(error.what());
    }
    Columns columns;
    columns["own"] = column<Bits>(std::move(all->own));
    columns["opp"] = column<Bits>(std::move(all->opp));
    columns["margin"] = column<float>(std::move(all->margin));
    columns["empties"] = column<std::uint8_t>(std::move(all->empties));
    columns["source"] = column<std::uint8_t>(std::move(all->source));
    columns["game"] = column<std::uint32_t>(std::move(all->game));
    return columns;
}

NumpyRows<float> values_of_searches(const Positions<const Bits>& positions, int size, bool reversed,
                                    std::shared_ptr<Evaluation> evaluation, int depths,
                                    int exact_empties, int threads) {
    check_size(size);
    check_threads(threads);
    check_between("depths", depths, 0, size * size - 4);
    check_between("exact_empties", exact_empties, 0, size * size - 4);
    check_made_for(*evaluation, size, reversed);
    check_positions(span(positions), size);
    const GameKind kind(size, rules_of(reversed));
    for (std::size_t i = 0; i < positions.shape(0); ++i)
        if (kind.is_over(span(positions)[i]))
            reject("position " + std::to_string(i) + ": the game is over");
    const std::size_t width = depths + 2;
    std::vector<float> values(positions.shape(0) * width);
    {
        const ReleasedLock release;
        search_values(span(positions),
                      {.size = size,
                       .rules = rules_of(reversed),
                       .depth = depths,
                       .exact_empties = exact_empties,
                       .threads = threads},
                      evaluation, signals_interrupt(), values);
    }
    return handed_over<NumpyRows<float>>(std::move(values), {positions.shape(0), width});
}

NumpyRows<std::int16_t> move_counts(const Positions<const Bits>& positions, int size) {
    check_size(size);
    const MoveCounter count(size);
    std::vector<std::int16_t> weights;
    weights.reserve(2 * positions.shape(0));
    for (const Position& position : span(positions)) {
        const auto [mover, opponent] = count(position);
        weights.push_back(static_cast<std::int16_t>(mover));
        weights.push_back(static_cast<std::int16_t>(opponent));
    }
    return handed_over<NumpyRows<std::int16_t>>(std::move(weights), {positions.shape(0), 2});
}

}  // namespace

void bind_training(nb::module_& module) {
    module.def("generate_games", &generate, nb::arg("size"), nb::arg("reversed"),
               nb::arg("evaluation").none(), nb::arg("depth"), nb::arg("solve"), nb::arg("seed"),
               nb::arg("first_number"), nb::arg("count"), nb::arg("threads"),
               nb::arg("random_least"), nb::arg("random_most"), nb::arg("noise"),
               nb::arg("branches"), nb::arg("siblings"),
               "Play games of the engine against itself; a row of 136 bytes for each record, that "
               "is, for each game and each of its branches.\n\n"
               "Game i depends on the settings, the seed and first_number + i alone. The first "
               "moves are random, as many as the smaller of two numbers from random_least to "
               "random_most; then the engine searches `depth` plies (0: mostly the move that "
               "leaves the fewest replies, without an evaluation), and from `solve` empty squares "
               "on play is perfect. In percent: noise, the random moves of every second game; "
               "branches, the searched positions from which a branch begins; siblings, the "
               "solved ones.");
    module.def("expand_games", &expanded, nb::arg("records"), nb::arg("size"), nb::arg("reversed"),
               nb::arg("td_lambda"), nb::arg("threads"),
               "Find the positions of game records whose margin is known.\n\n"
               "Columns: own and opp of the canonical image; margin, the mover's, in discs; "
               "empties; source, 0 exact, 1 played out, 2 searched; game, the record's number. "
               "Margins that are not exact are the mean of the game's result and of the return of "
               "TD(lambda). A ValueError names a damaged record.");
    module.def("search_values", &values_of_searches, nb::arg("positions"), nb::arg("size"),
               nb::arg("reversed"), nb::arg("evaluation"), nb::arg("depths"),
               nb::arg("exact_empties"), nb::arg("threads"),
               "Search positions without selective cut-offs; a row of depths + 2 numbers each.\n\n"
               "These are the mover's margins by searches of 0 … depths plies, then the exact one; "
               "NaN where a search would reach the end, and where more squares are empty than "
               "exact_empties.");
    module.attr("MOVE_WEIGHTS") = MoveCounts::kWeights;
    module.def(
        "move_counts", &move_counts, nb::arg("positions"), nb::arg("size"),
        "Find which of the MOVE_WEIGHTS weights of a network the numbers of moves have: a row "
        "with that of the mover and that of the opponent for each position.");
}

}  // namespace obversi
