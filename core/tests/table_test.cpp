#include "core/search/table.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/reference/rules.hpp"

namespace obversi::table_test {

namespace {

constexpr std::size_t kOneBucket = 1;

std::vector<Position> different_positions(std::mt19937_64& random, int number) {
    std::vector<Position> positions;
    while (static_cast<int>(positions.size()) < number) {
        const Position position = reference::strewn(random, 8);
        if ((position.own | position.opp) &&
            std::ranges::find(positions, position) == positions.end())
            positions.push_back(position);
    }
    return positions;
}

void keep(Table& table, const Position& position, int depth, Level level, int alpha, int beta,
          int value, Square best = 0) {
    table.keep(position.own, position.opp, depth, level, alpha, beta, value, best);
}

bool has(const Table& table, const Position& position) {
    Known known;
    return table.find(position.own, position.opp, known);
}

Known found(const Table& table, const Position& position) {
    Known known;
    REQUIRE(table.find(position.own, position.opp, known));
    return known;
}

}  // namespace

TEST_CASE("table: has the requested number of bytes, or one bucket") {
    for (const std::size_t bytes : {std::size_t{1} << 20, std::size_t{1'000'003}}) {
        const Table table(bytes);
        CHECK(table.bytes() <= bytes);
        CHECK(table.bytes() > bytes - 1000);
    }
    CHECK(Table(kOneBucket).bytes() > 0);
    CHECK(Table(0).bytes() > 0);
}

TEST_CASE("table: stored positions are found, others are not") {
    std::mt19937_64 random(41);
    Table table(1 << 20);
    const auto positions = different_positions(random, 2000);
    const std::size_t half = positions.size() / 2;
    for (std::size_t i = 0; i < half; ++i)
        keep(table, positions[i], 1 + static_cast<int>(i % 60), static_cast<Level>(i % 6), -64, 64,
             static_cast<int>(i % 127) - 63, static_cast<Square>(i % 64));
    for (std::size_t i = 0; i < half; ++i) {
        const Known known = found(table, positions[i]);
        CHECK(known.depth == 1 + i % 60);
        CHECK(known.level == i % 6);
        CHECK(known.lower == static_cast<int>(i % 127) - 63);
        CHECK(known.upper == known.lower);
        CHECK(known.best == i % 64);
        CHECK(known.second == kPass);
        // The sides are not the same, nor is a disc more.
        CHECK_FALSE(has(table, positions[i].passed()));
        CHECK_FALSE(has(table, {positions[i].own, positions[i].opp ^ bit(i % 64)}));
    }
    for (std::size_t i = half; i < positions.size(); ++i) CHECK_FALSE(has(table, positions[i]));
    table.clear();
    for (const Position& position : positions) CHECK_FALSE(has(table, position));
}

TEST_CASE("table: positions in the same bucket are distinguished by all their discs") {
    Table table(kOneBucket);
    const Position position = Position::start(8);
    keep(table, position, 10, kUnselective, -64, 64, 2);
    CHECK(has(table, position));
    for (const Square square : squares(~Bits{0})) {
        CHECK_FALSE(has(table, {position.own ^ bit(square), position.opp}));
        CHECK_FALSE(has(table, {position.own, position.opp ^ bit(square)}));
        // Nor does one follow from the other.
        CHECK_FALSE(has(table, {position.own ^ bit(square), position.opp ^ bit(square)}));
    }
    CHECK_FALSE(has(table, position.passed()));
}

TEST_CASE("table: a value outside the window is a bound") {
    Table table(kOneBucket);
    const Position position = Position::start(8);

    keep(table, position, 10, kUnselective, 4, 5, 6);
    CHECK(found(table, position).lower == 6);
    CHECK(found(table, position).upper == 64);

    keep(table, position, 10, kUnselective, 11, 12, 10);
    CHECK(found(table, position).lower == 6);
    CHECK(found(table, position).upper == 10);

    // A poorer bound of the same search takes nothing away.
    keep(table, position, 10, kUnselective, 1, 2, 4);
    keep(table, position, 10, kUnselective, 13, 14, 12);
    CHECK(found(table, position).lower == 6);
    CHECK(found(table, position).upper == 10);

    keep(table, position, 10, kUnselective, 7, 10, 8);
    CHECK(found(table, position).lower == 8);
    CHECK(found(table, position).upper == 8);

    // On the window's edges too.
    keep(table, position, 11, kUnselective, 2, 6, 2);
    CHECK(found(table, position).lower == -64);
    CHECK(found(table, position).upper == 2);
    keep(table, position, 12, kUnselective, 2, 6, 6);
    CHECK(found(table, position).lower == 6);
    CHECK(found(table, position).upper == 64);
}

TEST_CASE("table: bounds of another depth or selectivity do not mix") {
    Table table(kOneBucket);
    const Position position = Position::start(6);
    keep(table, position, 8, 2, 4, 5, 6);
    keep(table, position, 9, 2, 9, 10, 8);
    CHECK(found(table, position).depth == 9);
    CHECK(found(table, position).lower == -64);
    CHECK(found(table, position).upper == 8);
    keep(table, position, 9, 3, 1, 2, 2);
    CHECK(found(table, position).level == 3);
    CHECK(found(table, position).lower == 2);
    CHECK(found(table, position).upper == 64);
}

TEST_CASE("table: a shallower search does not replace a deeper one, unless that is old") {
    Table table(kOneBucket);
    const Position position = Position::start(8);
    keep(table, position, 10, 3, -64, 64, 2);
    keep(table, position, 9, 3, -64, 64, 20);
    keep(table, position, 10, 2, -64, 64, 20);
    keep(table, position, 3, 0, -64, 64, 20);
    CHECK(found(table, position).depth == 10);
    CHECK(found(table, position).level == 3);
    CHECK(found(table, position).lower == 2);
    CHECK(found(table, position).upper == 2);
    table.grow_older();
    CHECK(found(table, position).lower == 2);
    keep(table, position, 3, 0, -64, 64, 20);
    CHECK(found(table, position).depth == 3);
    CHECK(found(table, position).level == 0);
    CHECK(found(table, position).lower == 20);
    CHECK(found(table, position).upper == 20);
}

TEST_CASE("table: the moves that were best, the last one first") {
    Table table(kOneBucket);
    const Position position = Position::start(8);
    keep(table, position, 5, 0, 4, 5, 2, 19);
    CHECK(found(table, position).best == 19);
    CHECK(found(table, position).second == kPass);
    // If no move was good enough, it is unknown which one was better.
    keep(table, position, 6, 0, 4, 5, 2, 26);
    CHECK(found(table, position).best == 19);
    keep(table, position, 7, 0, 4, 5, 8, 26);
    CHECK(found(table, position).best == 26);
    CHECK(found(table, position).second == 19);
    keep(table, position, 8, 0, 4, 5, 8, 26);
    CHECK(found(table, position).best == 26);
    CHECK(found(table, position).second == 19);
}

TEST_CASE("table: the worst entry is replaced") {
    std::mt19937_64 random(42);
    const auto positions = different_positions(random, 64);
    const auto stored = [&](const Table& table) {
        return std::ranges::count_if(positions, [&](const Position& p) { return has(table, p); });
    };
    Table full(kOneBucket);
    for (const Position& position : positions) keep(full, position, 10, 0, -64, 64, 0);
    const auto ways = stored(full);
    CHECK(ways >= 2);

    // Shallower searches, less certain ones and older ones go first.
    Table table(kOneBucket);
    for (int i = 0; i < ways; ++i) keep(table, positions[i], 20 - i, 1, -64, 64, 0);
    keep(table, positions[60], 5, 0, -64, 64, 0);
    CHECK(stored(table) == ways);
    CHECK(has(table, positions[60]));
    CHECK_FALSE(has(table, positions[ways - 1]));
    keep(table, positions[61], 19, 3, -64, 64, 0);
    CHECK_FALSE(has(table, positions[60]));
    CHECK(has(table, positions[0]));
    CHECK(has(table, positions[1]));

    table.grow_older();
    keep(table, positions[62], 1, 0, -64, 64, 0);
    keep(table, positions[63], 2, 0, -64, 64, 0);
    CHECK(has(table, positions[0]));
    CHECK(has(table, positions[62]));
    CHECK(has(table, positions[63]));
}

TEST_CASE("table: of entries of the same depth the more selective one is replaced first") {
    std::mt19937_64 random(43);
    const auto positions = different_positions(random, 20);
    Table table(kOneBucket);
    int ways = 0;
    for (; ways < 16 && (ways == 0 || has(table, positions[0])); ++ways)
        keep(table, positions[ways], 10, ways == 0 ? 0 : kUnselective, -64, 64, 0);
    CHECK_FALSE(has(table, positions[0]));
    for (int i = 1; i < ways; ++i) CHECK(has(table, positions[i]));
}

TEST_CASE("table: an entry answers a search that needs no more than it has") {
    Known known;
    known.depth = 8;
    known.level = 3;
    CHECK(known.reaches(8, 3));
    CHECK(known.reaches(5, 0));
    CHECK_FALSE(known.reaches(9, 3));
    CHECK_FALSE(known.reaches(8, 4));
}

}  // namespace obversi::table_test
