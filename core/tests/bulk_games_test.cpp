#include "core/players/bulk_games.hpp"

#include <algorithm>
#include <atomic>
#include <set>
#include <stdexcept>

#include "core/board/stability.hpp"
#include "core/players/greedy_player.hpp"
#include "core/players/perfect_ending_player.hpp"
#include "core/players/random_player.hpp"
#include "core/reference/rules.hpp"
#include "doctest/doctest.h"

namespace obversi::bulk_games_test {

namespace {

// Fails in the games that its function chooses, after some moves.
class FailingPlayer final : public Player {
  public:
    explicit FailingPlayer(const GameKind& kind, std::function<void(int)> at_move)
        : Player(kind), at_move_(std::move(at_move)), inside_(kind) {}

    std::unique_ptr<Player> clone() const override {
        return std::make_unique<FailingPlayer>(*this);
    }
    void begin(std::uint64_t seed) override {
        moves_ = 0;
        inside_.begin(seed);
    }
    Choice choose(const Position& position, textbook::Watch& watch) override {
        at_move_(moves_++);
        return inside_.choose(position, watch);
    }

  private:
    std::function<void(int)> at_move_;
    RandomPlayer inside_;
    int moves_ = 0;
};

// Never comes to an end by itself.
class EndlessPlayer final : public Player {
  public:
    using Player::Player;
    std::unique_ptr<Player> clone() const override {
        return std::make_unique<EndlessPlayer>(*this);
    }
    Choice choose(const Position&, textbook::Watch& watch) override {
        for (;;) watch.visit();
    }
};

std::vector<Opening> openings(const GameKind& kind, std::size_t wanted) {
    std::mt19937_64 random(kind.size);
    std::vector<Opening> found;
    while (found.size() < wanted) {
        const auto game = reference::random_game(random, kind.size);
        if (game.size() < 3) continue;
        found.push_back(
            {game[1 + found.size() % 2], found.size() % 2 == 0 ? Color::white : Color::black});
    }
    return found;
}

BulkGames played(const Player& a, const Player& b, std::size_t games, int threads,
                 const BulkHost& host = {}) {
    const auto starts = openings(a.kind(), 7);
    BulkGames result(games);
    play_games({a, b, starts, 5, threads}, host, result);
    return result;
}

int stable_count(const Position& position, int size) {
    if (size == 4) return count(Stability<4>::stable(position.own, position.opp));
    if (size == 6) return count(Stability<6>::stable(position.own, position.opp));
    return count(Stability<8>::stable(position.own, position.opp));
}

}  // namespace

TEST_CASE("bulk games do not depend on the number of threads") {
    for (const int size : {4, 6, 8})
        for (const Rules rules : {Rules::normal, Rules::reversed}) {
            const GameKind kind(size, rules);
            const GreedyPlayer a(kind);
            const RandomPlayer b(kind);
            const BulkGames one = played(a, b, 301, 1);
            for (const int threads : {2, 5}) {
                const BulkGames several = played(a, b, 301, threads);
                for (std::size_t i = 0; i < one.games.size(); ++i)
                    CHECK(one.games[i] == several.games[i]);
                for (std::size_t round = 0; round < one.rounds.size(); ++round)
                    CHECK(one.rounds[round] == several.rounds[round]);
            }
        }
}

TEST_CASE("bulk games are the games that the players play one by one") {
    for (const int size : {4, 6, 8})
        for (const Rules rules : {Rules::normal, Rules::reversed}) {
            const GameKind kind(size, rules);
            GreedyPlayer a(kind);
            RandomPlayer b(kind);
            const std::size_t games = 60;
            const BulkGames bulk = played(a, b, games, 2);
            const auto starts = openings(kind, 7);
            RoundTable sums{};
            textbook::Watch watch;
            for (std::size_t number = 0; number < games; ++number) {
                Random seeds(5, number);
                a.begin(seeds.next());
                b.begin(seeds.next());
                const Opening& opening = starts[number / 2 % starts.size()];
                const Color a_color = number % 2 == 0 ? Color::black : Color::white;
                Game game(size, rules, opening.position, opening.turn);
                std::uint64_t nodes[2] = {0, 0};
                while (!game.is_over()) {
                    const bool of_a = game.turn() == a_color;
                    RoundSums& sum = sums[count(game.position().own | game.position().opp)];
                    ++sum.positions;
                    sum.moves += count(game.legal_moves());
                    if (game.must_pass()) {
                        ++sum.passes;
                        game.push(kPass);
                        continue;
                    }
                    const Choice choice =
                        (of_a ? static_cast<Player&>(a) : b).choose(game.position(), watch);
                    REQUIRE(game.is_legal(choice.move));
                    (of_a ? sum.a_choices : sum.b_choices) += 1;
                    (of_a ? sum.a_nodes : sum.b_nodes) += choice.nodes;
                    nodes[of_a ? 0 : 1] += choice.nodes;
                    game.push(choice.move);
                }
                const int margin = kind.margin({game.discs(a_color), game.discs(other(a_color))});
                const BulkGame& found = bulk.games[number];
                CHECK(found.finished);
                CHECK(found.margin == margin);
                CHECK(found.plies == game.ply());
                CHECK(found.discs == count(game.position().own | game.position().opp));
                CHECK(found.a_nodes == nodes[0]);
                CHECK(found.b_nodes == nodes[1]);
                const Bits corners =
                    bit(0) | bit(size - 1) | bit(8 * (size - 1)) | bit(9 * (size - 1));
                CHECK(found.a_corners == count(game.discs(a_color) & corners));
                CHECK(found.b_corners == count(game.discs(other(a_color)) & corners));
                if (margin == 0) continue;
                const Color winner = margin > 0 ? a_color : other(a_color);
                std::set<int> rounds;  // a pass makes no new one
                for (;;) {
                    const Position view{game.discs(winner), game.discs(other(winner))};
                    const int round = count(view.own | view.opp);
                    if (rounds.insert(round).second) {
                        RoundSums& sum = sums[round];
                        ++sum.decided;
                        sum.winner_corners += count(view.own & corners);
                        sum.loser_corners += count(view.opp & corners);
                        sum.winner_stable += stable_count(view, size);
                        sum.loser_stable += stable_count(view.passed(), size);
                    }
                    if (game.ply() == 0) break;
                    game.pop();
                }
            }
            for (std::size_t round = 0; round < sums.size(); ++round)
                CHECK(bulk.rounds[round] == sums[round]);
        }
}

TEST_CASE("a player that fails loses this game by all squares, and the others go on") {
    const GameKind kind(6, Rules::reversed);
    const RandomPlayer good(kind);
    const FailingPlayer bad(kind, [](int move) {
        if (move == 9) throw std::runtime_error("no idea");
    });
    for (const int threads : {1, 3}) {
        const BulkGames result = played(good, bad, 80, threads);
        const BulkGames clean = played(good, good, 80, threads);
        std::size_t failed = 0, done = 0;
        for (std::size_t i = 0; i < result.games.size(); ++i) {
            CHECK(result.games[i].finished);
            if (failed < result.failures.size() && result.failures[failed].game == i) {
                CHECK_FALSE(result.failures[failed].of_a);
                CHECK(result.failures[failed].reason == "no idea");
                CHECK(result.games[i].margin == 36);
                ++failed;
            } else {
                CHECK(result.games[i] == clean.games[i]);
                ++done;
            }
        }
        CHECK(failed == result.failures.size());
        CHECK(failed > 60);
        // Games with a failure are in no round.
        std::uint64_t ended = 0;
        for (const RoundSums& sum : result.rounds) ended = std::max(ended, sum.decided);
        CHECK(ended <= done);
    }
}

TEST_CASE("an illegal move is a failure") {
    class Cheat final : public Player {
      public:
        using Player::Player;
        std::unique_ptr<Player> clone() const override { return std::make_unique<Cheat>(*this); }
        Choice choose(const Position&, textbook::Watch&) override { return {kPass, 0}; }
    };
    const GameKind kind(8, Rules::normal);
    const BulkGames result = played(Cheat(kind), RandomPlayer(kind), 4, 2);
    REQUIRE(result.failures.size() == 4);
    for (const GameFailure& failure : result.failures) {
        CHECK(failure.of_a);
        CHECK(failure.reason == "an illegal move");
        CHECK(result.games[failure.game].margin == -64);
    }
}

TEST_CASE("the host can end all games, and finished ones are returned") {
    const GameKind kind(8, Rules::normal);
    for (const int threads : {1, 3}) {
        BulkHost host;
        host.look = [](const Standing&) { throw std::out_of_range("enough"); };
        const EndlessPlayer endless(kind);
        CHECK_THROWS_AS(played(endless, endless, 10, threads, host), std::out_of_range);

        const auto starts = openings(kind, 2);
        BulkGames result(1 << 18);  // far more than are played
        const GreedyPlayer greedy(kind);
        Standing last{};
        host.look = [&](const Standing& now) {
            last = now;
            if (now.wins > 20) throw std::out_of_range("enough");
        };
        CHECK_THROWS_AS(play_games({greedy, greedy, starts, 1, threads}, host, result),
                        std::out_of_range);
        const auto finished =
            std::ranges::count_if(result.games, [](const BulkGame& game) { return game.finished; });
        CHECK(finished >= static_cast<std::ptrdiff_t>(last.wins + last.draws + last.losses));
        CHECK(finished < static_cast<std::ptrdiff_t>(result.games.size()));
        std::uint64_t decided = 0;
        for (const BulkGame& game : result.games) decided += game.finished && game.margin != 0;
        // Every game has come to the round of its opening.
        CHECK(result.rounds[5].decided + result.rounds[6].decided >= decided);
        CHECK(result.rounds[6].decided == decided);
    }
}

TEST_CASE("an exception of the host's failure handler ends all games") {
    const GameKind kind(4, Rules::normal);
    const FailingPlayer bad(kind, [](int) { throw std::runtime_error("no idea"); });
    BulkHost host;
    host.describe = [](const std::exception_ptr& error) -> std::string {
        std::rethrow_exception(error);
    };
    CHECK_THROWS_AS(played(bad, bad, 100, 2, host), std::runtime_error);
    host.describe = [](const std::exception_ptr&) { return std::string("worded otherwise"); };
    CHECK(played(bad, bad, 100, 2, host).failures[99].reason == "worded otherwise");
}

TEST_CASE("playing threads let the host check for interrupts") {
    const GameKind kind(8, Rules::normal);
    std::atomic<bool> given{false};
    BulkHost host;
    host.give_way = [&] { given = true; };
    host.look = [&](const Standing&) {
        if (given) throw std::out_of_range("enough");
    };
    const EndlessPlayer endless(kind);
    CHECK_THROWS_AS(played(endless, endless, 10, 2, host), std::out_of_range);
}

TEST_CASE("solved games end as if both sides played perfectly") {
    for (const int size : {4, 6, 8})
        for (const Rules rules : {Rules::normal, Rules::reversed}) {
            const GameKind kind(size, rules);
            const int last = 7;
            const GreedyPlayer a(kind);
            const RandomPlayer b(kind);
            const PerfectEndingPlayer perfect_a(a.clone(), last), perfect_b(b.clone(), last);
            const auto starts = openings(kind, 7);
            const std::size_t games = 80;
            BulkGames played_out(games), solved(games), results(games);
            play_games({perfect_a, perfect_b, starts, 5, 2}, {}, played_out);
            play_games({a, b, starts, 5, 2, last}, {}, solved);
            play_games({a, b, starts, 5, 2, last, true}, {}, results);
            for (std::size_t i = 0; i < games; ++i) {
                const int margin = played_out.games[i].margin;
                CHECK(solved.games[i].margin == margin);
                CHECK(results.games[i].discs == solved.games[i].discs);
                const bool ended_before = size * size - solved.games[i].discs > last;
                CHECK(results.games[i].margin ==
                      (ended_before ? margin : (margin > 0) - (margin < 0)));
            }
        }
}

}  // namespace obversi::bulk_games_test
