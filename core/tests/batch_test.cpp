#include "core/bulk/batch.hpp"

#include <algorithm>

#include "core/board/symmetry.hpp"
#include "core/reference/rules.hpp"
#include "doctest/doctest.h"

namespace obversi::batch_test {

namespace {

// More than a thread takes at a time, so that several have work.
constexpr std::size_t kLong = 9000;

std::vector<Position> sample(int size, std::size_t least) {
    std::mt19937_64 random(10 + size);
    std::vector<Position> positions;
    while (positions.size() < least)
        for (const Position& position : reference::random_game(random, size))
            positions.push_back(position);
    return positions;
}

}  // namespace

TEST_CASE("batches do to each position what is done to one, on any number of threads") {
    for (const int size : {4, 6, 8}) {
        const auto positions = sample(size, kLong);
        const std::size_t n = positions.size();
        std::vector<Bits> own_legal(n);
        std::vector<std::int8_t> own_margins(n);
        std::vector<Position> own_images(n), own_after;
        std::vector<std::uint8_t> own_moves;
        std::vector<std::int64_t> own_counts(n), first(n);
        for (std::size_t i = 0; i < n; ++i) {
            const Position& position = positions[i];
            own_legal[i] = position.legal_moves(size);
            own_margins[i] = static_cast<std::int8_t>(margin(position, size, Rules::reversed));
            own_images[i] = canonical(position, size).position;
            first[i] = static_cast<std::int64_t>(own_moves.size());
            for (const Square square : squares(own_legal[i])) {
                own_moves.push_back(static_cast<std::uint8_t>(square));
                own_after.push_back(position.played(square));
            }
            if (position.must_pass(size)) {
                own_moves.push_back(kPass);
                own_after.push_back(position.passed());
            }
            own_counts[i] = static_cast<std::int64_t>(own_moves.size()) - first[i];
        }
        for (const int threads : {1, 3}) {
            std::vector<Bits> legal(n);
            std::vector<std::int8_t> margins(n);
            std::vector<Position> images(n), after(own_after.size());
            std::vector<std::uint8_t> moves(own_moves.size());
            std::vector<std::int64_t> counts(n);
            batch::legal_moves(positions, size, threads, legal);
            batch::margins(positions, size, Rules::reversed, threads, margins);
            batch::canonical(positions, size, threads, images);
            batch::count_successors(positions, size, threads, counts);
            batch::successors(positions, first, size, threads, moves, after);
            CHECK(legal == own_legal);
            CHECK(margins == own_margins);
            CHECK(images == own_images);
            CHECK(counts == own_counts);
            CHECK(moves == own_moves);
            CHECK(after == own_after);
        }
    }
}

TEST_CASE("planes and masks have a number for each square and each move") {
    for (const int size : {4, 6, 8}) {
        const auto positions = sample(size, 5000);
        const std::size_t squares = size * size;
        std::vector<std::uint8_t> cells(2 * squares * positions.size());
        std::vector<std::int8_t> masks(65 * positions.size());
        batch::planes(positions, size, 2, cells);
        batch::move_masks(positions, size, 2, masks);
        std::vector<std::uint8_t> own_cells;
        std::vector<std::int8_t> own_masks;
        for (const Position& position : positions) {
            for (const Bits side : {position.own, position.opp})
                for (int row = 0; row < size; ++row)
                    for (int column = 0; column < size; ++column)
                        own_cells.push_back((side & bit(square_at(row, column))) != 0);
            const Bits legal = position.legal_moves(size);
            for (Square move = 0; move < kPass; ++move)
                own_masks.push_back((legal & bit(move)) != 0);
            own_masks.push_back(position.must_pass(size));
        }
        CHECK(cells == own_cells);
        CHECK(masks == own_masks);
    }
}

TEST_CASE("a batch of moves names the first that is not legal") {
    auto positions = sample(6, kLong);
    std::vector<std::uint8_t> moves;
    std::erase_if(positions, [](const Position& position) {
        return !position.legal_moves(6) && !position.must_pass(6);
    });
    for (const Position& position : positions) {
        const Bits legal = position.legal_moves(6);
        moves.push_back(static_cast<std::uint8_t>(legal ? lowest(legal) : kPass));
    }
    std::vector<Position> after(positions.size());
    CHECK(batch::play(positions, moves, 6, 2, after) == positions.size());
    CHECK(after[1] == positions[1].played(moves[1]));
    positions[8000] = Position::start(6);
    moves[8000] = kPass;  // not due at the start
    CHECK(batch::play(positions, moves, 6, 2, after) == 8000);
    moves[5000] = 0xff;
    CHECK(batch::play(positions, moves, 6, 2, after) == 5000);
    moves[5000] = moves[4999] = 63;  // h8 is not on the board
    CHECK(batch::play(positions, moves, 6, 2, after) == 4999);
}

TEST_CASE("a finished game stays as it is in a batch of moves") {
    const Position over{bit(0), 0};
    const std::vector<Position> positions{over, Position::start(8), over.passed(), over};
    const std::vector<std::uint8_t> moves{kPass, 19, 7, 0xff};
    std::vector<Position> after(positions.size());
    CHECK(batch::play(positions, moves, 8, 1, after) == positions.size());
    CHECK(after[0] == over);
    CHECK(after[1] == Position::start(8).played(19));
    CHECK(after[2] == over.passed());
    CHECK(after[3] == over);
}

TEST_CASE("random moves are legal, differ by row and seed, and do not depend on threads") {
    for (const int size : {4, 6, 8}) {
        const auto positions = sample(size, kLong);
        std::vector<std::uint8_t> moves(positions.size()), again(moves), others(moves);
        batch::random_moves(positions, size, 1, 1, moves);
        batch::random_moves(positions, size, 1, 3, again);
        batch::random_moves(positions, size, 2, 1, others);
        CHECK(moves == again);
        CHECK(moves != others);
        int illegal = 0;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const Bits legal = positions[i].legal_moves(size);
            const bool is_legal =
                legal ? moves[i] < kPass && (legal & bit(moves[i])) != 0 : moves[i] == kPass;
            illegal += !is_legal;
        }
        CHECK(illegal == 0);
        const std::vector<Position> starts(4000, Position::start(size));
        std::vector<std::uint8_t> drawn(starts.size());
        batch::random_moves(starts, size, 3, 1, drawn);
        for (const Square square : squares(starts[0].legal_moves(size))) {
            const auto times = std::count(drawn.begin(), drawn.end(), square);
            CHECK(times > 800);
            CHECK(times < 1200);
        }
    }
}

}  // namespace obversi::batch_test
