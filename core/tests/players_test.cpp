#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/players/deepening_player.hpp"
#include "core/players/engine_player.hpp"
#include "core/players/greedy_player.hpp"
#include "core/players/leftover_player.hpp"
#include "core/players/monte_carlo_player.hpp"
#include "core/players/perfect_ending_player.hpp"
#include "core/players/random_player.hpp"
#include "core/players/search_player.hpp"
#include "core/reference/evaluation.hpp"
#include "core/reference/rules.hpp"
#include "core/tests/examples.hpp"
#include "doctest/doctest.h"

namespace obversi::players_test {
using textbook::LeafView;
using textbook::Watch;

namespace {

// Prefers discs near the first square.
class FirstSquares final : public Heuristic {
  public:
    explicit FirstSquares(const GameKind& kind) : Heuristic(kind, Finished::margin) {}
    double value(const Position& position) const override {
        double sum = 0;
        for (const Square square : squares(position.own)) sum += 100 - square;
        for (const Square square : squares(position.opp)) sum -= 100 - square;
        return sum;
    }
};

std::vector<GameKind> all_kinds() {
    std::vector<GameKind> kinds;
    for (const int size : {4, 6, 8})
        for (const Rules rules : {Rules::normal, Rules::reversed}) kinds.emplace_back(size, rules);
    return kinds;
}

// Positions with a move, of some random games.
std::vector<Position> positions(const GameKind& kind, std::size_t wanted, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<Position> found;
    while (found.size() < wanted)
        for (const Position& position : reference::random_game(random, kind.size))
            if (kind.legal_moves(position) && found.size() < wanted) found.push_back(position);
    return found;
}

std::vector<std::unique_ptr<Player>> one_of_each(const GameKind& kind) {
    const auto heuristic = std::make_shared<FirstSquares>(kind);
    std::vector<std::unique_ptr<Player>> players;
    players.push_back(std::make_unique<RandomPlayer>(kind));
    players.push_back(std::make_unique<GreedyPlayer>(kind));
    for (const SearchMethod method : {SearchMethod::minimax, SearchMethod::alpha_beta,
                                      SearchMethod::negamax, SearchMethod::maximax})
        players.push_back(std::make_unique<SearchPlayer>(heuristic, method, 2, LeafView::root));
    players.push_back(
        std::make_unique<MonteCarloPlayer>(kind, textbook::MctsSettings{.playouts = 30}));
    players.push_back(std::make_unique<LeftoverPlayer>(
        heuristic, textbook::DeepeningLimits{.seconds = 1e6, .depth = 2},
        textbook::MctsSettings{.playouts = 30}, 0.0));
    players.push_back(
        std::make_unique<PerfectEndingPlayer>(std::make_unique<GreedyPlayer>(kind), 5));
    players.push_back(std::make_unique<EnginePlayer>(
        kind, reference::random_evaluation(3, kind.size, kind.rules), Limits{.depth = 3}, 1 << 16));
    return players;
}

std::vector<Square> moves_of_game(Player& player, std::uint64_t seed) {
    Watch watch;
    player.begin(seed);
    std::vector<Square> moves;
    Position position = Position::start(player.kind().size);
    while (!player.kind().is_over(position)) {
        if (!player.kind().legal_moves(position)) {
            position = position.passed();
            continue;
        }
        const Choice choice = player.choose(position, watch);
        REQUIRE((player.kind().legal_moves(position) & bit(choice.move)) != 0);
        REQUIRE(choice.nodes > 0);
        moves.push_back(choice.move);
        position = position.played(choice.move);
    }
    return moves;
}

}  // namespace

TEST_CASE("a game depends on the seed and not on games before it; so does that of a copy") {
    for (const GameKind& kind : all_kinds())
        for (const auto& player : one_of_each(kind)) {
            const auto first = moves_of_game(*player, 1);
            moves_of_game(*player, 2);
            const auto copy = player->clone();
            CHECK(moves_of_game(*player, 1) == first);
            CHECK(moves_of_game(*copy, 1) == first);
            CHECK(copy->kind().size == kind.size);
            CHECK(copy->kind().rules == kind.rules);
        }
}

TEST_CASE("seeds make a difference where something is left to chance") {
    const GameKind kind(8, Rules::normal);
    RandomPlayer random(kind);
    GreedyPlayer greedy(kind);
    MonteCarloPlayer monte_carlo(kind, {.playouts = 10});
    for (Player* player : {static_cast<Player*>(&random), static_cast<Player*>(&greedy),
                           static_cast<Player*>(&monte_carlo)}) {
        std::set<std::vector<Square>> games;
        for (int seed = 0; seed < 20; ++seed) games.insert(moves_of_game(*player, seed));
        CHECK(games.size() == 20);
    }
}

TEST_CASE("the random player plays every legal move") {
    Watch watch;
    for (const GameKind& kind : all_kinds())
        for (const Position& position : positions(kind, 20, 1)) {
            RandomPlayer player(kind);
            player.begin(7);
            Bits chosen = 0;
            for (int i = 0; i < 500; ++i) chosen |= bit(player.choose(position, watch).move);
            CHECK(chosen == reference::move_mask(position, kind.size));
        }
}

TEST_CASE("the greedy player plays all moves with the best margin after them, and no others") {
    Watch watch;
    for (const GameKind& kind : all_kinds())
        for (const Position& position : positions(kind, 60, 2)) {
            int most = -100;
            Bits best = 0;
            for (const Square square : squares(kind.legal_moves(position))) {
                const int margin = -kind.margin(position.played(square));
                if (margin > most) best = 0;
                if (margin >= most) best |= bit(square);
                most = std::max(most, margin);
            }
            GreedyPlayer player(kind);
            player.begin(7);
            Bits chosen = 0;
            for (int i = 0; i < 300; ++i) {
                const Choice choice = player.choose(position, watch);
                chosen |= bit(choice.move);
                CHECK(choice.nodes == 1u + count(kind.legal_moves(position)));
            }
            CHECK(chosen == best);
        }
}

TEST_CASE("search players play what their searches find") {
    Watch watch;
    for (const GameKind& kind : all_kinds()) {
        const auto heuristic = std::make_shared<FirstSquares>(kind);
        for (const Position& position : positions(kind, 12, 3)) {
            const auto check = [&](SearchMethod method, LeafView view,
                                   const textbook::Found& found) {
                SearchPlayer player(heuristic, method, 3, view);
                const Choice choice = player.choose(position, watch);
                CHECK(choice.move == found.move);
                CHECK(choice.nodes == found.nodes);
            };
            for (const LeafView view : {LeafView::root, LeafView::mover}) {
                check(SearchMethod::minimax, view,
                      textbook::minimax(position, 3, *heuristic, watch, view));
                check(SearchMethod::alpha_beta, view,
                      textbook::alpha_beta(position, 3, *heuristic, watch, view));
            }
            check(SearchMethod::negamax, LeafView::root,
                  textbook::negamax(position, 3, *heuristic, watch));
            check(SearchMethod::maximax, LeafView::root,
                  textbook::maximax(position, 3, *heuristic, watch));
        }
    }
}

TEST_CASE("a perfect ending begins at the given number of empty squares, with the best margin") {
    Watch watch;
    for (const GameKind& kind : all_kinds()) {
        const int last = 6;
        PerfectEndingPlayer player(std::make_unique<GreedyPlayer>(kind), last);
        int endings = 0;
        for (const Position& position : positions(kind, 200, 4)) {
            player.begin(9);
            const Choice choice = player.choose(position, watch);
            if (kind.empties(position) > last) {
                GreedyPlayer greedy(kind);
                greedy.begin(9);
                CHECK(choice.move == greedy.choose(position, watch).move);
                continue;
            }
            ++endings;
            const auto value = textbook::perfect(position, kind, watch).value;
            CHECK(-textbook::perfect(position.played(choice.move), kind, watch).value == value);
        }
        CHECK(endings > 5);
    }
}

TEST_CASE("the time left over changes the move of the search where another one has a lead") {
    Watch watch;
    const textbook::DeepeningLimits limits{.seconds = 1e6, .depth = 2};
    const auto playouts = static_cast<std::uint64_t>(reference::examples(300, 60));
    const textbook::MctsSettings settings{.playouts = playouts};
    int kept = 0, changed = 0, settled = 0;
    for (const GameKind& kind : all_kinds()) {
        const auto heuristic = std::make_shared<FirstSquares>(kind);
        for (const double lead : {0.0, 0.2}) {
            LeftoverPlayer player(heuristic, limits, settings, lead);
            player.begin(6);
            Random random(6, 0);
            for (const Position& position : positions(kind, reference::examples(120, 40), 6)) {
                const Choice choice = player.choose(position, watch);
                if (count(kind.legal_moves(position)) == 1) {
                    CHECK(choice.nodes == 1);
                    continue;
                }
                const std::uint64_t seed = random.next();
                const auto found = textbook::deepening(position, limits, *heuristic, watch);
                if (found.is_settled) {
                    CHECK(choice.move == found.move);
                    CHECK(choice.nodes == found.nodes);
                    ++settled;
                    continue;
                }
                const auto tried = textbook::Mcts(kind, settings).search(position, seed, watch);
                const bool is_replaced = tried.lead_over(found.move) > lead;
                CHECK(choice.move == (is_replaced ? tried.move : found.move));
                CHECK(choice.nodes == found.nodes + tried.nodes);
                (is_replaced ? changed : kept) += 1;
            }
        }
    }
    CHECK(kept > reference::examples(20, 5));
    CHECK(changed > reference::examples(20, 5));
    CHECK(settled > reference::examples(20, 5));
}

TEST_CASE("without time left over the move of the search is played") {
    Watch watch;
    const GameKind kind(8, Rules::reversed);
    const auto heuristic = std::make_shared<FirstSquares>(kind);
    LeftoverPlayer player(heuristic, {.seconds = 1e-9}, {.playouts = 300}, -1.0);
    DeepeningPlayer alone(heuristic, {.seconds = 1e-9});
    for (const Position& position : positions(kind, 12, 7)) {
        const Choice choice = player.choose(position, watch);
        const Choice expected = alone.choose(position, watch);
        CHECK(choice.move == expected.move);
        CHECK(choice.nodes == expected.nodes);
    }
}

TEST_CASE("a player against the clock plays a legal move, and an only move at once") {
    Watch watch;
    for (const GameKind& kind : all_kinds()) {
        const auto heuristic = std::make_shared<FirstSquares>(kind);
        DeepeningPlayer deepening(heuristic, {.seconds = 0.002});
        MonteCarloPlayer monte_carlo(kind, {.seconds = 0.002});
        LeftoverPlayer leftover(heuristic, {.seconds = 0.002}, {}, 0.0);
        EnginePlayer engine(kind, nullptr, {.seconds = 0.002}, 1 << 16);
        for (Player* player : {static_cast<Player*>(&deepening), static_cast<Player*>(&monte_carlo),
                               static_cast<Player*>(&leftover), static_cast<Player*>(&engine)})
            for (const Position& position : positions(kind, 12, 5)) {
                const Bits legal = kind.legal_moves(position);
                const Choice choice = player->choose(position, watch);
                CHECK((legal & bit(choice.move)) != 0);
                CHECK(choice.nodes >= 1);
                if (count(legal) == 1) CHECK(choice.nodes == 1);
            }
    }
}

TEST_CASE("every player that takes long can be interrupted") {
    struct Interrupted {};
    const GameKind kind(8, Rules::normal);
    const auto heuristic = std::make_shared<FirstSquares>(kind);
    // A forty-move ending, or as deep a search, would take far too long.
    std::vector<std::unique_ptr<Player>> players;
    for (const SearchMethod method : {SearchMethod::minimax, SearchMethod::alpha_beta,
                                      SearchMethod::negamax, SearchMethod::maximax})
        players.push_back(std::make_unique<SearchPlayer>(heuristic, method, 60, LeafView::root));
    players.push_back(
        std::make_unique<DeepeningPlayer>(heuristic, textbook::DeepeningLimits{.seconds = 1e6}));
    players.push_back(
        std::make_unique<MonteCarloPlayer>(kind, textbook::MctsSettings{.seconds = 1e6}));
    // One is interrupted in its first search, the other one in its second.
    for (const int depth : {60, 1})
        players.push_back(std::make_unique<LeftoverPlayer>(
            heuristic, textbook::DeepeningLimits{.seconds = 1e6, .depth = depth},
            textbook::MctsSettings{}, 0.0));
    players.push_back(
        std::make_unique<PerfectEndingPlayer>(std::make_unique<GreedyPlayer>(kind), 60));
    players.push_back(
        std::make_unique<EnginePlayer>(kind, nullptr, Limits{.seconds = 1e6}, 1 << 16));
    for (const auto& player : players) {
        int looks = 0;
        Watch watch([&] {
            if (++looks == 3) throw Interrupted();
        });
        player->begin(1);
        CHECK_THROWS_AS(player->choose(Position::start(8), watch), Interrupted);
    }
}

TEST_CASE("players without a limit, or for another game than their evaluation, are rejected") {
    const GameKind kind(8, Rules::normal);
    const auto heuristic = std::make_shared<FirstSquares>(kind);
    CHECK_THROWS_AS(SearchPlayer(heuristic, SearchMethod::minimax, 0, LeafView::root),
                    std::invalid_argument);
    CHECK_THROWS_AS(SearchPlayer(heuristic, SearchMethod::negamax, 2, LeafView::mover),
                    std::invalid_argument);
    CHECK_THROWS_AS(MonteCarloPlayer(kind, {}), std::invalid_argument);
    CHECK_THROWS_AS(EnginePlayer(kind, nullptr, {}, 1 << 16), std::invalid_argument);
    CHECK_THROWS_AS(EnginePlayer(kind, reference::random_evaluation(1, 6, Rules::normal),
                                 {.depth = 1}, 1 << 16),
                    std::invalid_argument);
}

}  // namespace obversi::players_test
