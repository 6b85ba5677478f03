#include "core/bulk/playouts.hpp"

#include <algorithm>
#include <set>

#include "core/bulk/batch.hpp"
#include "core/reference/rules.hpp"
#include "doctest/doctest.h"

namespace obversi::playouts_test {

namespace {

std::vector<Playout> play(const std::vector<Position>& starts, int size, Rules rules,
                          std::uint64_t seed, int threads = 1) {
    std::vector<Playout> results(starts.size());
    batch::playouts(starts, size, rules, seed, 0, threads, results);
    return results;
}

bool same(const Playout& a, const Playout& b) { return a.margin == b.margin && a.plies == b.plies; }

// Every way a game can end from here, as (margin for the first mover, plies).
void all_ends(const Position& position, int size, int plies, std::set<std::pair<int, int>>& ends) {
    const Bits legal = reference::move_mask(position, size);
    const Position passed{position.opp, position.own};
    if (!legal && !reference::move_mask(passed, size)) {
        const int lead = margin(position, size, Rules::normal);
        ends.insert({plies % 2 ? -lead : lead, plies});
        return;
    }
    if (!legal) return all_ends(passed, size, plies + 1, ends);
    for (const Square square : squares(legal)) {
        const Bits turned = reference::flip_mask(position, size, square);
        all_ends({position.opp & ~turned, position.own | turned | bit(square)}, size, plies + 1,
                 ends);
    }
}

}  // namespace

TEST_CASE("playouts reach every end of a short game and no other") {
    std::mt19937_64 random(8);
    for (const int size : {4, 6, 8})
        for (int i = 0; i < 15; ++i) {
            const auto game = reference::random_game(random, size);
            const Position start = game[game.size() - std::min<std::size_t>(game.size(), 6)];
            std::set<std::pair<int, int>> possible, reached;
            all_ends(start, size, 0, possible);
            for (const Playout& end :
                 play(std::vector<Position>(3000, start), size, Rules::normal, i))
                reached.insert({end.margin, end.plies});
            CHECK(reached == possible);
        }
}

TEST_CASE("a playout depends on its start, seed and number alone") {
    std::mt19937_64 random(9);
    std::vector<Position> starts;
    while (starts.size() < 1500)
        for (const Position& position : reference::random_game(random, 8))
            starts.push_back(position);  // finished games among them
    const auto one = play(starts, 8, Rules::normal, 42);
    const auto many = play(starts, 8, Rules::normal, 42, 5);
    const auto reversed = play(starts, 8, Rules::reversed, 42);
    const auto other_seed = play(starts, 8, Rules::normal, 43);
    int changed = 0;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        CHECK(same(one[i], many[i]));
        CHECK(one[i].margin == -reversed[i].margin);
        changed += !same(one[i], other_seed[i]);
        Playout alone;
        random_playouts({&starts[i], 1}, 8, Rules::normal, 42, i, {&alone, 1});
        CHECK(same(one[i], alone));
    }
    CHECK(changed > 500);
}

}  // namespace obversi::playouts_test
