#include "core/board/perft.hpp"

#include "core/reference/rules.hpp"
#include "doctest/doctest.h"

namespace obversi::perft_test {

TEST_CASE("perft has the published numbers") {
    const std::vector<std::uint64_t> eight = {1,    4,    12,    56,     244,
                                              1396, 8200, 55092, 390216, 3005288};
    const std::vector<std::uint64_t> six = {1, 4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912};
    const std::vector<std::uint64_t> four = {1,    4,     12,    44,    128,   424,   1256, 3624,
                                             9116, 20044, 36540, 50704, 57436, 59564, 59980};
    for (int depth = 0; depth < 10; ++depth) {
        CHECK(perft(Position::start(8), 8, depth) == eight[depth]);
        CHECK(perft(Position::start(6), 6, depth) == six[depth]);
    }
    for (int depth = 0; depth < 15; ++depth)
        CHECK(perft(Position::start(4), 4, depth) == four[depth]);
}

TEST_CASE("perft agrees with the slow rules near the end, passes and early ends included") {
    std::mt19937_64 random(3);
    for (const int size : {4, 6, 8})
        for (int game = 0; game < 12; ++game) {
            const auto positions = reference::random_game(random, size);
            for (std::size_t back = 1; back <= 9 && back <= positions.size(); back += 2) {
                const Position& position = positions[positions.size() - back];
                for (int depth = 1; depth <= 5; ++depth)
                    CHECK(perft(position, size, depth) == reference::perft(position, size, depth));
            }
        }
}

}  // namespace obversi::perft_test
