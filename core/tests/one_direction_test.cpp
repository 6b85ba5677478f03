#include "core/heuristics/mix.hpp"
#include "core/one_direction/flips.hpp"
#include "core/one_direction/games.hpp"
#include "core/one_direction/search.hpp"
#include "core/reference/rules.hpp"
#include "doctest/doctest.h"

namespace obversi::one_direction_test {

const StopFlag stop;  // is never set

namespace {

// Step by step over cells, in the order of R2's list of directions.
std::uint64_t slow_flips(const Position& position, int square) {
    constexpr int kSteps[8][2] = {{-1, 0},  {1, 0},  {0, -1}, {0, 1},
                                  {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    const reference::Cells board = reference::cells(position, 8);
    for (const auto& [down, right] : kSteps) {
        std::uint64_t line = 0;
        int row = square / 8 + down, column = square % 8 + right;
        for (; board.inside(row, column) && board.at[row][column] == -1;
             row += down, column += right)
            line |= std::uint64_t{1} << (8 * row + column);
        if (line && board.inside(row, column) && board.at[row][column] == 1) return line;
    }
    return 0;
}

Position slow_played(const Position& position, int square) {
    const std::uint64_t line = slow_flips(position, square);
    return {position.opp & ~line, position.own | line | std::uint64_t{1} << square};
}

std::vector<int> slow_moves(const Position& position) {
    const std::uint64_t mask = reference::move_mask(position, 8);
    std::vector<int> moves;
    for (int square = 0; square < 64; ++square)
        if (mask >> square & 1) moves.push_back(square);
    return moves;
}

// Without cut-offs, all values.
int slow_result(const Position& position) {
    const std::vector<int> moves = slow_moves(position);
    if (moves.empty()) {
        if (!slow_moves(position.passed()).empty()) return -slow_result(position.passed());
        const int lead = std::popcount(position.opp) - std::popcount(position.own);
        return lead > 0 ? 1 : lead < 0 ? -1 : 0;
    }
    int best = -1;
    for (int square : moves) best = std::max(best, -slow_result(slow_played(position, square)));
    return best;
}

// The ten weights by the classes of squares.
Mix ten_weights(const std::array<double, 10>& weights) {
    std::array<double, 64> squares;
    for (int square = 0; square < 64; ++square) {
        const int row = std::min(square / 8, 7 - square / 8);
        const int column = std::min(square % 8, 7 - square % 8);
        const int low = std::min(row, column), high = std::max(row, column);
        constexpr int kFirstOfRow[4] = {0, 4, 7, 9};
        squares[square] = weights[kFirstOfRow[low] + high - low];
    }
    return Mix(GameKind(8, Rules::reversed), Finished::result, Rules::reversed, {"square_share"},
               {{64, {-1.0}}}, squares);
}

}  // namespace

TEST_CASE("a move flips the first direction that has discs to flip") {
    std::mt19937_64 random(5);
    for (int i = 0; i < 3000; ++i) {
        const Position position = reference::strewn(random, 8);
        for (int square = 0; square < 64; ++square)
            if (!((position.own | position.opp) >> square & 1))
                CHECK(one_direction::flips(square, position.own, position.opp) ==
                      slow_flips(position, square));
    }
}

TEST_CASE("R2's program counts 4718 nodes at its start") {
    const Mix mix = ten_weights({9, 10, 18, 5, 19, 15, 18, 13, 8, 3});
    CHECK(one_direction::alpha_beta(one_direction::kStart, 8, mix, stop).nodes == 4718);
    // From the start of the rules the order of directions gives other games.
    CHECK(one_direction::alpha_beta(Position::start(8), 8, mix, stop).nodes == 4338);
}

TEST_CASE("results of perfect play are those of a search without cut-offs") {
    std::vector<one_direction::GamePositions> games(300);
    one_direction::random_games(7, 0, games);
    int counts[3] = {};
    for (const auto& game : games)
        for (int discs = 58; discs < 64; ++discs) {
            const Position& position = game[discs];
            if (!(position.own | position.opp)) continue;
            const int result = one_direction::reversed_result(position, stop);
            CHECK(result == slow_result(position));
            ++counts[result + 1];
        }
    for (int each : counts) CHECK(each > 20);
}

TEST_CASE("random games follow the rules, and depend on the seed and their number") {
    std::vector<one_direction::GamePositions> games(50), others(20);
    one_direction::random_games(11, 0, games);
    one_direction::random_games(11, 30, others);
    CHECK(std::equal(others.begin(), others.end(), games.begin() + 30));
    int passes = 0;
    for (const auto& game : games) {
        CHECK(game[4] == one_direction::kStart);
        for (int discs = 4; discs < 65; ++discs) {
            Position position = game[discs];
            if (slow_moves(position).empty()) {
                position = position.passed();
                passes += !slow_moves(position).empty();
            }
            const std::vector<int> moves = slow_moves(position);
            if (moves.empty()) {
                for (int later = discs + 1; later < 65; ++later) CHECK(game[later] == Position{});
                break;
            }
            CHECK(std::ranges::any_of(moves, [&](int square) {
                return slow_played(position, square) == game[discs + 1];
            }));
        }
    }
    CHECK(passes > 5);
}

TEST_CASE("nodes of minimax are counted one by one") {
    struct Count {
        static std::uint64_t below(const Position& position, int plies) {
            if (plies == 0) return 1;
            const std::vector<int> moves = slow_moves(position);
            if (moves.empty())
                return slow_moves(position.passed()).empty()
                           ? 1
                           : 1 + below(position.passed(), plies - 1);
            std::uint64_t nodes = 1;
            for (int square : moves) nodes += below(slow_played(position, square), plies - 1);
            return nodes;
        }
    };
    std::vector<one_direction::GamePositions> games(20);
    one_direction::random_games(3, 0, games);
    for (const auto& game : games)
        for (const int discs : {4, 10, 30, 58, 61, 63})
            for (const int depth : {1, 2, 4})
                CHECK(one_direction::minimax_nodes(game[discs], depth, stop) ==
                      Count::below(game[discs], depth - 1));
}

TEST_CASE("one direction: searches can be stopped") {
    StopFlag set;
    set.set();
    const Mix mix = ten_weights({9, 10, 18, 5, 19, 15, 18, 13, 8, 3});
    CHECK_THROWS_AS(one_direction::alpha_beta(one_direction::kStart, 40, mix, set), Stopped);
    CHECK_THROWS_AS(one_direction::minimax_nodes(one_direction::kStart, 40, set), Stopped);
    CHECK_THROWS_AS(one_direction::reversed_result(one_direction::kStart, set), Stopped);
    CHECK_THROWS_AS(one_direction::play_game({mix, nullptr, 60}, 1, 0, set), Stopped);
}

}  // namespace obversi::one_direction_test
