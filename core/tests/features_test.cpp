#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "core/board/stability.hpp"
#include "core/board/symmetry.hpp"
#include "core/heuristics/feature.hpp"
#include "core/reference/rules.hpp"

namespace obversi::features_test {

namespace {

using Weights = std::array<double, 64>;

double value(const std::string& name, const Position& position, int size,
             const Weights& weights = {}) {
    const WeightedBoard board(size, weights);
    return feature(name).of(FeatureContext(position, board));
}

// X the mover's discs, O the opponent's, - empty, row by row.
Position position_of(const std::string& cells) {
    const int size = cells.size() == 16 ? 4 : cells.size() == 36 ? 6 : 8;
    Position position;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Square square = square_at(static_cast<int>(i) / size, static_cast<int>(i) % size);
        if (cells[i] == 'X') position.own |= bit(square);
        if (cells[i] == 'O') position.opp |= bit(square);
    }
    return position;
}

// Whole numbers, or such with a fraction that no double holds exactly.
Weights random_weights(std::mt19937_64& random, bool whole) {
    Weights weights;
    for (double& weight : weights)
        weight = (static_cast<int>(random() % 61) - 30) * (whole ? 1 : 0.1);
    return weights;
}

// The same on all squares that a symmetry of the board exchanges.
Weights symmetric_weights(std::mt19937_64& random, int size) {
    const Weights any = random_weights(random, false);
    Weights weights{};
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) {
            const int a = std::min(row, size - 1 - row), b = std::min(column, size - 1 - column);
            weights[square_at(row, column)] = any[square_at(std::min(a, b), std::max(a, b))];
        }
    return weights;
}

Position some_position(std::mt19937_64& random, int size) {
    if (random() % 2) return reference::strewn(random, size);
    const std::vector<Position> game = reference::random_game(random, size);
    return game[random() % game.size()];
}

// The features once more, a square at a time.
namespace slow {

using reference::Cells;

Cells turned_round(Cells cells) {
    for (auto& row : cells.at)
        for (int& cell : row) cell = -cell;
    return cells;
}

using Condition = std::function<bool(int row, int column)>;

int number_of(const Cells& cells, const Condition& condition) {
    int number = 0;
    for (int row = 0; row < cells.size; ++row)
        for (int column = 0; column < cells.size; ++column) number += condition(row, column);
    return number;
}

// Own discs minus the opponent's where the condition holds.
int balance(const Cells& cells, const Condition& condition) {
    int sum = 0;
    for (int row = 0; row < cells.size; ++row)
        for (int column = 0; column < cells.size; ++column)
            if (condition(row, column)) sum += cells.at[row][column];
    return sum;
}

bool is_end(const Cells& cells, int row_or_column) {
    return row_or_column == 0 || row_or_column == cells.size - 1;
}

bool touches(const Cells& cells, int row, int column, const Condition& condition) {
    for (int r = row - 1; r <= row + 1; ++r)
        for (int c = column - 1; c <= column + 1; ++c)
            if ((r != row || c != column) && cells.inside(r, c) && condition(r, c)) return true;
    return false;
}

bool is_frontier(const Cells& cells, int row, int column) {
    return touches(cells, row, column, [&](int r, int c) { return cells.at[r][c] == 0; });
}

bool is_move(const Cells& cells, int row, int column) {
    return cells.at[row][column] == 0 && !reference::flips(cells, row, column).empty();
}

int moves(const Cells& cells) {
    return number_of(cells, [&](int row, int column) { return is_move(cells, row, column); });
}

double share(double own, double opp) { return own + opp == 0 ? 0 : (own - opp) / (own + opp); }

// The first report's formula of three cases.
double lead(double own, double opp) {
    if (own > opp) return 100 * own / (own + opp);
    if (own < opp) return -100 * opp / (own + opp);
    return 0;
}

double squares(const Cells& cells, const Weights& weights) {
    double sum = 0;
    for (int row = 0; row < cells.size; ++row)
        for (int column = 0; column < cells.size; ++column)
            sum += cells.at[row][column] * weights[8 * row + column];
    return sum;
}

double sizes(const Cells& cells, const Weights& weights) {
    double sum = 0;
    for (int row = 0; row < cells.size; ++row)
        for (int column = 0; column < cells.size; ++column)
            sum += std::abs(weights[8 * row + column]);
    return sum;
}

double move_weights(const Cells& cells, const Weights& weights) {
    double sum = 0;
    for (int row = 0; row < cells.size; ++row)
        for (int column = 0; column < cells.size; ++column)
            if (is_move(cells, row, column)) sum += weights[8 * row + column];
    return sum;
}

int edge_runs(const Cells& cells) {
    std::set<std::pair<int, int>> found;
    const int last = cells.size - 1;
    for (const int row : {0, last})
        for (const int column : {0, last}) {
            for (int r = row; cells.inside(r, column) && cells.at[r][column] == 1;
                 r += row ? -1 : 1)
                found.insert({r, column});
            for (int c = column; cells.inside(row, c) && cells.at[row][c] == 1;
                 c += column ? -1 : 1)
                found.insert({row, c});
        }
    return static_cast<int>(found.size());
}

// The third report's formulas for the player whose discs are 1; it is the other one's turn.

int r3_stability(const Cells& cells) {
    std::set<int> in_danger;
    const Cells other = turned_round(cells);
    for (int row = 0; row < cells.size; ++row)
        for (int column = 0; column < cells.size; ++column)
            if (is_move(other, row, column))
                for (const int square : reference::flips(other, row, column))
                    in_danger.insert(square);
    std::set<std::pair<int, int>> grown;
    const int last = cells.size - 1;
    for (const int row : {0, last})
        for (const int column : {0, last})
            for (int c = column; cells.inside(row, c) && cells.at[row][c] == 1;
                 c += column ? -1 : 1)
                for (int r = row; cells.inside(r, c) && cells.at[r][c] == 1; r += row ? -1 : 1)
                    grown.insert({r, c});
    return 3 * static_cast<int>(grown.size()) - static_cast<int>(in_danger.size());
}

int r3_corners(const Cells& cells) {
    int sum = 0;
    const int last = cells.size - 1;
    for (const int row : {0, last})
        for (const int column : {0, last}) {
            if (cells.at[row][column] == 1) ++sum;
            if (cells.at[row][column] != 0) continue;
            for (int down = -1; down <= 1; ++down)
                for (int right = -1; right <= 1; ++right)
                    if (cells.inside(row + 2 * down, column + 2 * right) &&
                        cells.at[row + down][column + right] == 1 &&
                        cells.at[row + 2 * down][column + 2 * right] == -1)
                        --sum;
        }
    return sum;
}

double r3_mobility(const Cells& cells) {
    const int own = moves(cells), opp = moves(turned_round(cells));
    return own == 0 ? -1000 : share(own, opp);
}

int stable(const Position& position, int size) {
    const auto& [own, opp] = position;
    if (size == 4) return count(Stability<4>::stable(own, opp));
    if (size == 6) return count(Stability<6>::stable(own, opp));
    return count(Stability<8>::stable(own, opp));
}

std::map<std::string, double> features(const Position& position, int size, const Weights& weights) {
    const Cells cells = reference::cells(position, size), other = turned_round(cells);
    const auto anywhere = [](int, int) { return true; };
    const auto own_disc = [&](int r, int c) { return cells.at[r][c] == 1; };
    const auto opp_disc = [&](int r, int c) { return cells.at[r][c] == -1; };
    const auto corner = [&](int r, int c) { return is_end(cells, r) && is_end(cells, c); };
    const auto empty_corner = [&](int r, int c) { return corner(r, c) && cells.at[r][c] == 0; };
    const auto edge = [&](int r, int c) { return is_end(cells, r) || is_end(cells, c); };
    const auto near_corner = [&](int r, int c) { return touches(cells, r, c, empty_corner); };
    const auto frontier = [&](int r, int c) { return is_frontier(cells, r, c); };
    const int own = number_of(cells, own_disc), opp = number_of(cells, opp_disc);
    const int own_moves = moves(cells), opp_moves = moves(other);
    const int own_frontier =
        number_of(cells, [&](int r, int c) { return own_disc(r, c) && frontier(r, c); });
    const int opp_frontier =
        number_of(cells, [&](int r, int c) { return opp_disc(r, c) && frontier(r, c); });
    const double all_weights = sizes(cells, weights);
    return {
        {"discs", own - opp},
        {"disc_share", share(own, opp)},
        {"disc_lead", lead(own, opp)},
        {"squares", squares(cells, weights)},
        {"square_share", all_weights == 0 ? 0 : squares(cells, weights) / all_weights},
        {"corners", balance(cells, corner)},
        {"corner_closeness", balance(cells, near_corner)},
        {"edges", balance(cells, edge)},
        {"moves", own_moves - opp_moves},
        {"move_share", share(own_moves, opp_moves)},
        {"move_lead", lead(own_moves, opp_moves)},
        {"weighted_moves", all_weights == 0
                               ? 0
                               : (move_weights(cells, weights) - move_weights(other, weights)) /
                                     (12 * all_weights / number_of(cells, anywhere))},
        {"frontier", balance(cells, frontier)},
        {"frontier_lead", -lead(own_frontier, opp_frontier)},
        {"stable", stable(position, size) - stable(position.passed(), size)},
        {"edge_runs", (edge_runs(cells) - edge_runs(other)) / (4.0 * (size - 1))},
        {"r3_stability", -r3_stability(other)},
        {"r3_corners", -r3_corners(other)},
        {"r3_mobility", -r3_mobility(other)},
        {"last_mover", (size * size - own - opp) % 2 == 1 ? 1 : -1},
        {"bias", 1},
    };
}

}  // namespace slow

}  // namespace

TEST_CASE("each feature is what slow code counts") {
    std::mt19937_64 random(51);
    for (const int size : {4, 6, 8})
        for (int i = 0; i < 400; ++i) {
            const Position position = i == 0 ? Position{} : some_position(random, size);
            const Weights weights =
                i % 10 == 0 ? Weights{} : random_weights(random, /*whole=*/i % 2 == 0);
            const auto expected = slow::features(position, size, weights);
            CHECK(expected.size() == features().size());
            CAPTURE(size);
            CAPTURE(position.own);
            CAPTURE(position.opp);
            const WeightedBoard board(size, weights);
            const FeatureContext context(position, board);
            for (const Feature& one : features()) {
                CAPTURE(one.name);
                CHECK(one.of(context) == doctest::Approx(expected.at(one.name)));
            }
        }
}

TEST_CASE("features worked out by hand: a start") {
    const Position start = Position::start(8);
    for (const Feature& one : features()) {
        const std::string name = one.name;
        CAPTURE(name);
        // Each of the four moves turns one of two discs; 60 squares are empty.
        const double expected = name == "r3_stability" ? 2
                                : name == "last_mover" ? -1
                                : name == "bias"       ? 1
                                                       : 0;
        CHECK(value(name, start, 8) == expected);
        CHECK(std::signbit(value(name, start, 8)) == (expected < 0));  // no -0 to be shown
    }
}

TEST_CASE("features worked out by hand: a small board") {
    // Own moves: d1, d2, d3, d4 and b4, which together turn all. The opponent's: a1 and a2.
    const Position position = position_of(
        "-XO-"
        "-XO-"
        "XOO-"
        "----");
    Weights weights{};
    weights[square_at(0, 1)] = 3;    // b1, own
    weights[square_at(2, 2)] = -2;   // c3, the opponent's
    weights[square_at(0, 3)] = 5;    // d1, a move
    weights[square_at(0, 7)] = 100;  // beyond the board
    const auto is = [&](const std::string& name) { return value(name, position, 4, weights); };
    CHECK(is("discs") == -1);
    CHECK(is("disc_share") == doctest::Approx(-1.0 / 7));
    CHECK(is("disc_lead") == doctest::Approx(-400.0 / 7));
    CHECK(is("squares") == 5);
    CHECK(is("square_share") == 0.5);
    CHECK(is("corners") == 0);
    // Next to empty corners: b1, b2 and a3; c1, c2, b3 and c3.
    CHECK(is("corner_closeness") == -1);
    CHECK(is("edges") == 1);
    CHECK(is("moves") == 3);
    CHECK(is("move_share") == doctest::Approx(3.0 / 7));
    CHECK(is("move_lead") == doctest::Approx(500.0 / 7));
    CHECK(is("weighted_moves") == doctest::Approx(5 / 7.5));
    CHECK(is("frontier") == -1);
    CHECK(is("frontier_lead") == doctest::Approx(400.0 / 7));
    CHECK(is("stable") == 0);
    CHECK(is("edge_runs") == 0);
    CHECK(is("r3_stability") == 4);
    CHECK(is("r3_corners") == 2);  // d1 over c1, d4 over c3
    CHECK(is("r3_mobility") == doctest::Approx(3.0 / 7));
    CHECK(is("last_mover") == 1);
    CHECK(is("bias") == 1);
}

TEST_CASE("features worked out by hand: corners and edges") {
    const Position position = position_of(
        "XX--"
        "XX--"
        "--OO"
        "XO-O");
    const auto is = [&](const std::string& name) { return value(name, position, 4); };
    CHECK(is("discs") == 1);
    CHECK(is("disc_lead") == doctest::Approx(500.0 / 9));
    CHECK(is("corners") == 1);
    CHECK(is("corner_closeness") == 0);  // no disc is near d1
    CHECK(is("edges") == 1);
    // From corners: a1, b1, a2 and a4; d4 and d3, but not b4.
    CHECK(is("edge_runs") == doctest::Approx(2.0 / 12));
    CHECK(is("stable") == 2);
    CHECK(is("r3_corners") == -1);
}

TEST_CASE("features worked out by hand: the third report's view of the player who has moved") {
    // The mover can take a1 over b1, since c1 is his; d1 over d2. Not a4: behind b4 is c4, which is
    // not his.
    const Position position = position_of(
        "-OX-"
        "---O"
        "---X"
        "-OOO");
    const auto is = [&](const std::string& name) { return value(name, position, 4); };
    // Two corners to take, one held by the opponent.
    CHECK(is("r3_corners") == 1);
    // b1, d2 and nothing else can be turned; d4, c4 and b4 grew from the corner.
    CHECK(is("r3_stability") == 2 - 3 * 3);
    // The mover has a1 and d1; the opponent d1 over c1, and no other: d3 lies between two of his.
    CHECK(is("moves") == 1);
    CHECK(is("move_share") == doctest::Approx(1.0 / 3));
    CHECK(is("move_lead") == doctest::Approx(200.0 / 3));
    CHECK(is("r3_mobility") == doctest::Approx(1.0 / 3));
    // Neither side can move without discs to flip.
    CHECK(value("r3_mobility", {bit(0), 0}, 4) == 1000);
    CHECK(value("move_share", {bit(0), 0}, 4) == 0);
    // What grew along a column from a row counts, what grew along a row from a column does not.
    const Position columns = position_of(
        "OO--"
        "-O--"
        "-O--"
        "----");
    CHECK(value("r3_stability", columns, 4) == -3 * 4);
    CHECK(value("r3_stability", transformed(columns, 4, 4), 4) == -3 * 2);
}

TEST_CASE("features do not change with a symmetry of the board, to the last bit") {
    std::mt19937_64 random(52);
    for (const int size : {4, 6, 8})
        for (int i = 0; i < 100; ++i) {
            const WeightedBoard board(size, symmetric_weights(random, size));
            const Position position = some_position(random, size);
            CAPTURE(position.own);
            CAPTURE(position.opp);
            for (Symmetry symmetry = 1; symmetry < kSymmetries; ++symmetry)
                for (const Feature& one : features()) {
                    if (one.name == std::string("r3_stability") && symmetry & 4) continue;
                    CAPTURE(one.name);
                    const Position image = transformed(position, symmetry, size);
                    CHECK(one.of(FeatureContext(image, board)) ==
                          one.of(FeatureContext(position, board)));
                }
        }
}

TEST_CASE("the opponent sees the opposite, except in features about whose turn it is") {
    const std::set<std::string> about_the_turn = {"r3_stability", "r3_corners", "r3_mobility",
                                                  "last_mover", "bias"};
    std::mt19937_64 random(53);
    for (const int size : {4, 6, 8})
        for (int i = 0; i < 100; ++i) {
            const WeightedBoard board(size, random_weights(random, false));
            const Position position = some_position(random, size);
            for (const Feature& one : features())
                if (!about_the_turn.contains(one.name)) {
                    CAPTURE(one.name);
                    CHECK(one.of(FeatureContext(position.passed(), board)) ==
                          -one.of(FeatureContext(position, board)));
                }
        }
}

TEST_CASE("goal features are all but these") {
    const std::set<std::string> others = {"moves",    "move_share",    "move_lead",
                                          "frontier", "frontier_lead", "weighted_moves",
                                          "bias",     "r3_mobility",   "last_mover"};
    for (const Feature& one : features()) {
        CAPTURE(one.name);
        CHECK(one.goal == !others.contains(one.name));
        CHECK(std::string(one.meaning) != "");
        CHECK(&feature(one.name) == &one);
    }
    CHECK_THROWS_WITH_AS(feature("mobility"), "there is no feature 'mobility'",
                         std::invalid_argument);
}

TEST_CASE("weights of any size are summed up almost exactly") {
    for (const double unit : {1e-300, 0.1, 1.0, 1e300}) {
        Weights weights{};
        for (Square square = 0; square < 64; ++square) weights[square] = unit * (square - 20);
        const SquareWeights sums(weights, board_mask(8));
        CHECK(sums.sum(bit(3) | bit(63)) / unit == doctest::Approx(26).epsilon(1e-12));
        CHECK(sums.sum_of_sizes() / unit == doctest::Approx(210 + 43 * 22).epsilon(1e-12));
    }
    CHECK(SquareWeights({}, board_mask(8)).sum(~Bits{0}) == 0);
}

}  // namespace obversi::features_test
