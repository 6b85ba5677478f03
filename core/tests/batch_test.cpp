#include "core/bulk/batch.hpp"

#include <algorithm>

#include "core/board/symmetry.hpp"
#include "core/reference/rules.hpp"
#include "doctest/doctest.h"

namespace obversi::batch_test {

namespace {

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
    for (const int size : {4, 6, 8})
        for (const int threads : {1, 3}) {
            const auto positions = sample(size, 9000);
            const std::size_t n = positions.size();
            std::vector<Bits> legal(n);
            std::vector<std::int8_t> margins(n);
            std::vector<Position> images(n);
            std::vector<std::int64_t> counts(n), first(n);
            batch::legal_moves(positions, size, threads, legal);
            batch::margins(positions, size, Rules::reversed, threads, margins);
            batch::canonical(positions, size, threads, images);
            batch::count_successors(positions, size, threads, counts);
            std::int64_t total = 0;
            for (std::size_t i = 0; i < n; ++i) {
                CHECK(legal[i] == positions[i].legal_moves(size));
                CHECK(margins[i] == margin(positions[i], size, Rules::reversed));
                CHECK(images[i] == canonical(positions[i], size).position);
                first[i] = total;
                total += counts[i];
            }
            std::vector<std::uint8_t> moves(total);
            std::vector<Position> after(total);
            batch::successors(positions, first, size, threads, moves, after);
            for (std::size_t i = 0; i < n; ++i) {
                std::int64_t at = first[i];
                for (const Square square : squares(legal[i])) {
                    CHECK(moves[at] == square);
                    CHECK(after[at++] == positions[i].played(square));
                }
                if (positions[i].must_pass(size)) {
                    CHECK(moves[at] == kPass);
                    CHECK(after[at++] == positions[i].passed());
                }
                CHECK(at == first[i] + counts[i]);
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
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const std::uint8_t* own = &cells[2 * squares * i];
            for (int row = 0; row < size; ++row)
                for (int column = 0; column < size; ++column, ++own) {
                    const Bits square = bit(square_at(row, column));
                    CHECK(own[0] == ((positions[i].own & square) != 0));
                    CHECK(own[squares] == ((positions[i].opp & square) != 0));
                }
            for (Square move = 0; move < kPass; ++move)
                CHECK(masks[65 * i + move] == ((positions[i].legal_moves(size) & bit(move)) != 0));
            CHECK(masks[65 * i + kPass] == positions[i].must_pass(size));
        }
    }
}

TEST_CASE("a batch of moves names the first that is not legal") {
    auto positions = sample(6, 9000);
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
        const auto positions = sample(size, 9000);
        std::vector<std::uint8_t> moves(positions.size()), again(moves), others(moves);
        batch::random_moves(positions, size, 1, 1, moves);
        batch::random_moves(positions, size, 1, 3, again);
        batch::random_moves(positions, size, 2, 1, others);
        CHECK(moves == again);
        CHECK(moves != others);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const Bits legal = positions[i].legal_moves(size);
            CHECK((legal ? moves[i] < kPass && (legal & bit(moves[i])) != 0 : moves[i] == kPass));
        }
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
