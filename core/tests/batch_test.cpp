#include "core/bulk/batch.hpp"

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

}  // namespace obversi::batch_test
