// Monte Carlo tree search: what it counts, and that it finds what is best in the end.
#include "core/textbook/mcts.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <span>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "core/tests/examples.hpp"
#include "core/tests/search_checks.hpp"

namespace obversi::mcts_test {
using textbook::Mcts;
using textbook::MctsFound;
using textbook::MctsMove;
using textbook::MctsSettings;
using textbook::Watch;

namespace {

MctsFound searched(const Position& position, const reference::Game& game, MctsSettings settings,
                   std::uint64_t seed = 1) {
    settings.most_nodes = std::min<std::size_t>(settings.most_nodes, 1 << 16);
    Watch watch;
    return Mcts(GameKind(game.size, game.rules), settings).search(position, seed, watch);
}

// Whatever the position, the counts must add up and the moves be legal.
void check_counts(const MctsFound& found, const Position& position, const reference::Game& game) {
    REQUIRE(!found.moves.empty());
    CHECK(found.move == found.moves.front().move);
    CHECK(found.value == found.moves.front().value);
    std::uint64_t visits = 0;
    Bits seen = 0;
    for (std::size_t i = 0; i < found.moves.size(); ++i) {
        const MctsMove& tried = found.moves[i];
        CHECK(reference::is_legal(position, tried.move, game.size));
        if (tried.move != kPass) CHECK((seen & bit(tried.move)) == 0);
        if (tried.move != kPass) seen |= bit(tried.move);
        CHECK(tried.visits > 0);
        CHECK(tried.value >= 0);
        CHECK(tried.value <= 1);
        // A mean of wins and halves of them.
        const double halves = 2 * tried.value * static_cast<double>(tried.visits);
        CHECK(std::abs(halves - std::round(halves)) < 1e-6);
        if (i > 0) CHECK(found.moves[i - 1].visits >= tried.visits);
        visits += tried.visits;
    }
    CHECK(visits == found.playouts);
    CHECK(found.nodes <= found.playouts + 1);
    CHECK(found.nodes > found.moves.size());
}

bool is_same(const MctsFound& one, const MctsFound& other) {
    const auto same = [](const MctsMove& a, const MctsMove& b) {
        return a.move == b.move && a.visits == b.visits && a.value == b.value;
    };
    return one.move == other.move && one.playouts == other.playouts && one.nodes == other.nodes &&
           std::ranges::equal(one.moves, other.moves, same);
}

double reward(int margin) { return margin > 0 ? 1 : margin < 0 ? 0 : 0.5; }

}  // namespace

TEST_CASE("playouts are counted by move") {
    std::mt19937_64 random(1);
    for (const reference::Game& game : reference::kGames)
        for (const reference::Origin origin : reference::kOrigins)
            for (int empties = 1; empties <= 11; empties += reference::examples(1, 5)) {
                const Position position = reference::endgame(random, game.size, empties, origin);
                CAPTURE(position.own);
                CAPTURE(position.opp);
                const auto moves = reference::slow_margins(position, game).size();
                for (const std::uint64_t playouts : {1, 2, 7, 100, 1000}) {
                    const MctsFound found = searched(position, game, {.playouts = playouts});
                    CHECK(found.playouts == playouts);
                    CHECK(found.moves.size() == std::min<std::size_t>(moves, playouts));
                    check_counts(found, position, game);
                }
            }
}

TEST_CASE("of a position whose moves end the game, every value is exact") {
    std::mt19937_64 random(2);
    for (const reference::Game& game : reference::kGames)
        for (int i = 0; i < 40; ++i) {
            const Position position =
                reference::endgame(random, game.size, 1, reference::kOrigins[i % 4]);
            const auto margins = reference::slow_margins(position, game);
            const MctsFound found = searched(position, game, {.playouts = 50});
            for (const MctsMove& tried : found.moves)
                CHECK(tried.value == reward(reference::margin_of(margins, tried.move)));
        }
}

TEST_CASE("with more playouts the search comes to the exact result") {
    std::mt19937_64 random(3);
    int undecided = 0;
    for (const reference::Game& game : reference::kGames)
        for (const int empties : {4, 6, 8})
            for (int i = 0; i < reference::examples(4, 1); ++i) {
                const Position position = reference::endgame(random, game.size, empties,
                                                             reference::Origin::sensible_play);
                CAPTURE(position.own);
                CAPTURE(position.opp);
                const auto margins = reference::slow_margins(position, game);
                const MctsFound found = searched(position, game, {.playouts = 20'000});
                const double exact = reward(reference::best_of(margins));
                CHECK(reward(reference::margin_of(margins, found.move)) == exact);
                CHECK(std::abs(found.value - exact) < 0.1);
                // Where it matters which move is chosen.
                undecided += std::ranges::any_of(
                    margins, [&](const auto& move) { return reward(move.margin) != exact; });
            }
    CHECK(undecided > reference::examples(20, 2));
}

TEST_CASE("the first playouts are random games") {
    // A single playout: the mean of many such searches is that of all lines of play.
    std::mt19937_64 random(4);
    const auto mean = [&](auto&& self, const Position& at) -> double {
        if (reference::is_over(at, 4)) return reward(margin(at, 4, Rules::normal));
        const Bits legal = reference::stepwise_moves(at.own, at.opp, 4);
        if (!legal) return 1 - self(self, at.passed());
        double total = 0;
        for (Square square : squares(legal)) total += 1 - self(self, reference::after(at, square));
        return total / count(legal);
    };
    for (int tried = 0; tried < 5;) {
        const Position position = reference::endgame(random, 4, 5, reference::Origin::random_play);
        const double expected = mean(mean, position);
        if (expected < 0.1 || expected > 0.9) continue;
        ++tried;
        Watch watch;
        Mcts mcts(GameKind(4, Rules::normal), {.playouts = 1});
        constexpr int kSearches = 10'000;
        double sum = 0;
        for (int seed = 0; seed < kSearches; ++seed)
            sum += mcts.search(position, seed, watch).value;
        CHECK(std::abs(sum / kSearches - expected) < 5 * 0.5 / std::sqrt(kSearches));
    }
}

TEST_CASE("the seed determines a search") {
    for (const reference::Game& game : reference::kGames) {
        const Position start = Position::start(game.size);
        const MctsSettings settings{.playouts = 2000};
        const MctsFound first = searched(start, game, settings, 5);
        CHECK(is_same(first, searched(start, game, settings, 5)));
        CHECK(!is_same(first, searched(start, game, settings, 6)));

        // A tree that was used before changes nothing, nor does a copy of it.
        Watch watch;
        Mcts used(GameKind(game.size, game.rules), settings);
        used.search(start.played(lowest(start.legal_moves(game.size))), 9, watch);
        Mcts copied = used;
        CHECK(is_same(first, used.search(start, 5, watch)));
        CHECK(is_same(first, copied.search(start, 5, watch)));
        // Nor does time that was not needed.
        CHECK(is_same(first, searched(start, game, {.playouts = 2000, .seconds = 1000}, 5)));
    }
}

TEST_CASE("a trace has every round of a search, and changes nothing") {
    for (const reference::Game& game : reference::kGames) {
        const Position start = Position::start(game.size);
        const MctsSettings settings{.playouts = 500, .most_nodes = 300};
        std::vector<textbook::MctsRound> rounds;
        Watch watch;
        Mcts traced(GameKind(game.size, game.rules), settings, &rounds);
        const MctsFound found = traced.search(start, 5, watch);
        CHECK(is_same(found, searched(start, game, settings, 5)));
        REQUIRE(rounds.size() == 500);
        std::uint64_t expansions = 0;
        std::map<Square, std::pair<std::uint64_t, double>> by_move;  // visits and wins
        for (const textbook::MctsRound& round : rounds) {
            expansions += round.is_expanded;
            auto& [visits, wins] = by_move[round.moves.front()];
            ++visits;
            wins += round.moves.size() % 2 ? 1 - round.reward : round.reward;
        }
        CHECK(found.nodes == expansions + 1);
        for (const MctsMove& tried : found.moves) {
            CHECK(by_move[tried.move].first == tried.visits);
            CHECK(by_move[tried.move].second ==
                  doctest::Approx(tried.value * static_cast<double>(tried.visits)));
        }
    }
}

TEST_CASE("exploration spreads the playouts") {
    for (const reference::Game& game :
         std::span(reference::kGames).first(reference::examples(6, 2))) {
        std::mt19937_64 random(6);
        const Position position =
            reference::endgame(random, game.size, 10, reference::Origin::sensible_play);
        const auto share = [&](double exploration) {
            const MctsFound found =
                searched(position, game, {.playouts = 20'000, .exploration = exploration});
            return static_cast<double>(found.moves.front().visits) / 20'000;
        };
        CAPTURE(position.own);
        CAPTURE(position.opp);
        const auto moves = reference::slow_margins(position, game).size();
        if (moves == 1) continue;
        CHECK(share(0) > 0.9);
        CHECK(share(1000) < 1.1 / static_cast<double>(moves));
        CHECK(share(1000) < share(1));
    }
}

TEST_CASE("a search goes on with a full tree") {
    for (const reference::Game& game : reference::kGames) {
        const Position start = Position::start(game.size);
        for (const std::size_t most_nodes : {1, 2, 5, 50, 1000}) {
            const MctsFound found =
                searched(start, game, {.playouts = 5000, .most_nodes = most_nodes});
            CHECK(found.playouts == 5000);
            CHECK(found.moves.size() == 4);
            check_counts(found, start, game);
            CHECK(found.nodes <= std::max<std::size_t>(most_nodes, 5));
        }
    }
}

TEST_CASE("a lead is the difference of shares, if it is more than chance explains") {
    MctsFound found;
    const auto set = [&](std::vector<MctsMove> moves) {
        found.moves = std::move(moves);
        found.move = found.moves.front().move;
        found.value = found.moves.front().value;
    };
    // Two standard errors of 60 % and 50 % of 1,000 games are 4.4 %, of 100 games 13.8 %.
    set({{10, 1000, 0.6}, {11, 1000, 0.5}, {12, 1000, 0.58}, {13, 1000, 0.7}});
    CHECK(found.lead_over(11) == doctest::Approx(0.1));
    CHECK(found.lead_over(12) == 0);  // by chance
    CHECK(found.lead_over(13) == 0);  // behind, not ahead
    CHECK(found.lead_over(10) == 0);
    CHECK(found.lead_over(14) == 0);  // not tried
    set({{10, 100, 0.6}, {11, 100, 0.5}});
    CHECK(found.lead_over(11) == 0);
    // A game or two are no proof, even if all were won.
    set({{10, 2, 1.0}, {11, 2, 0.0}});
    CHECK(found.lead_over(11) == 0);
    set({{10, 20, 1.0}, {11, 20, 0.0}});
    CHECK(found.lead_over(11) == 1);
}

TEST_CASE("a search ends with its time, and with one playout at least") {
    const reference::Game game{8, Rules::reversed};
    const Position start = Position::start(8);
    Watch watch;
    Mcts hurried(GameKind(8, Rules::reversed), {.seconds = 1e-9});
    const MctsFound least = hurried.search(start, 1, watch);
    check_counts(least, start, game);
    CHECK(least.playouts == 1);
    Mcts endless(GameKind(8, Rules::reversed), {.seconds = 0.05});
    check_counts(endless.search(start, 1, watch), start, game);
    // The deadline is gone afterwards.
    watch.look();
}

TEST_CASE("a search is ended by interrupts") {
    Watch disturbed([] { throw std::runtime_error("stop"); });
    Mcts endless(GameKind(8, Rules::normal), {});
    CHECK_THROWS_WITH(endless.search(Position::start(8), 1, disturbed), "stop");
    // Its time is over too, but not that of other searches.
    bool stopped = false;
    Watch once([&] {
        if (!std::exchange(stopped, true)) throw std::runtime_error("stop");
    });
    Mcts timed(GameKind(8, Rules::normal), {.seconds = 0.1});
    CHECK_THROWS_WITH(timed.search(Position::start(8), 1, once), "stop");
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    CHECK_NOTHROW(once.look());
    // And it can be used again.
    Watch watch;
    Mcts again(GameKind(8, Rules::normal), {.playouts = 10});
    CHECK(again.search(Position::start(8), 1, watch).playouts == 10);
}

}  // namespace obversi::mcts_test
