#include "core/bulk/tree_sizes.hpp"

#include "core/reference/endgames.hpp"
#include "doctest/doctest.h"

namespace obversi::tree_sizes_test {

namespace {

// Every node by itself, with the moves of the reference.
void count_nodes(const Position& position, int size, int below, std::uint64_t* counts) {
    ++*counts;
    if (below == 0 || reference::is_over(position, size)) return;
    const reference::Word legal = reference::stepwise_moves(position.own, position.opp, size);
    if (!legal) return count_nodes(position.passed(), size, below - 1, counts + 1);
    for (int square = 0; square < 64; ++square)
        if (legal >> square & 1)
            count_nodes(reference::after(position, square), size, below - 1, counts + 1);
}

}  // namespace

TEST_CASE("trees have as many nodes at each ply as the reference counts") {
    for (const int size : {4, 6, 8}) {
        std::mt19937_64 random(size);
        std::vector<Position> positions{Position::start(size)};
        for (int i = 0; i < 60; ++i)
            positions.push_back(
                reference::endgame(random, size, 1 + i % 10, reference::kOrigins[i % 4]));
        for (const int depth : {0, 1, 2, 5}) {
            std::vector<std::uint64_t> expected(positions.size() * (depth + 1));
            for (std::size_t i = 0; i < positions.size(); ++i)
                count_nodes(positions[i], size, depth, &expected[i * (depth + 1)]);
            for (const int threads : {1, 3}) {
                std::vector<std::uint64_t> counts(expected.size(), 99);
                tree_sizes(positions, size, depth, threads, {}, counts);
                CHECK(counts == expected);
            }
        }
    }
}

TEST_CASE("an exception of the caller ends a tree that would take days") {
    const std::vector<Position> positions(3, Position::start(8));
    std::vector<std::uint64_t> counts(positions.size() * 61);
    CHECK_THROWS_AS(tree_sizes(
                        positions, 8, 60, 2, [] { throw std::runtime_error("stop"); }, counts),
                    std::runtime_error);
}

}  // namespace obversi::tree_sizes_test
