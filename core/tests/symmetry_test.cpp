#include "core/board/symmetry.hpp"

#include <set>

#include "core/board/hash.hpp"
#include "core/reference/rules.hpp"
#include "doctest/doctest.h"

namespace obversi::symmetry_test {

TEST_CASE("each symmetry moves squares as its name says") {
    for (const int size : {4, 6, 8})
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column)
                for (Symmetry symmetry = 0; symmetry < kSymmetries; ++symmetry) {
                    int r = row, c = column;
                    if (symmetry & 4) std::swap(r, c);
                    if (symmetry & 2) r = size - 1 - r;
                    if (symmetry & 1) c = size - 1 - c;
                    CHECK(transformed(bit(square_at(row, column)), symmetry, size) ==
                          bit(square_at(r, c)));
                }
}

TEST_CASE("symmetric positions have symmetric moves and one canonical form") {
    std::mt19937_64 random(4);
    for (const int size : {4, 6, 8})
        for (int i = 0; i < 300; ++i) {
            Position position = reference::strewn(random, size);
            if (i % 3 == 0) position.own = 0;  // the opponent's discs alone decide
            const Position least = canonical(position, size).position;
            std::set<std::pair<Bits, Bits>> images;
            CHECK(transformed(position, canonical(position, size).symmetry, size) == least);
            for (Symmetry symmetry = 0; symmetry < kSymmetries; ++symmetry) {
                const Position image = transformed(position, symmetry, size);
                images.insert({image.own, image.opp});
                CHECK(image.legal_moves(size) ==
                      transformed(position.legal_moves(size), symmetry, size));
                CHECK(canonical(image, size).position == least);
            }
            CHECK(*images.begin() == std::pair(least.own, least.opp));
        }
}

TEST_CASE("hashes of different positions differ") {
    std::mt19937_64 random(5);
    std::set<std::uint64_t> hashes;
    std::set<std::pair<Bits, Bits>> positions;
    for (int game = 0; game < 100; ++game)
        for (const Position& position : reference::random_game(random, 8)) {
            hashes.insert(hash(position));
            positions.insert({position.own, position.opp});
        }
    CHECK(hashes.size() == positions.size());
}

}  // namespace obversi::symmetry_test
