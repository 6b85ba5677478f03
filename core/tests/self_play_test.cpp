#include "core/training/self_play.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "core/reference/evaluation.hpp"
#include "core/tests/examples.hpp"
#include "core/tests/search_checks.hpp"
#include "core/tests/slow_replay.hpp"

namespace obversi::self_play_test {
using reference::SlowReplay;

namespace {

constexpr int kSolve = 7;

SelfPlaySettings settings_for(const reference::Game& game, int depth) {
    return {.size = game.size,
            .rules = game.rules,
            .depth = depth,
            .solve = kSolve,
            .seed = 1,
            .random_least = 2,
            .random_most = game.size * game.size - 6,
            .noise = 20,
            .branches = 0,
            .siblings = 50};
}

int empties(const Position& position, int size) {
    return size * size - count(position.own | position.opp);
}

// Moves at the beginning that came by chance.
int prefix(const GameRecord& record) { return std::countr_one(record.by_chance); }

// Whatever holds for a trunk and for a branch.
void check_record(const GameRecord& record, const SlowReplay& replay,
                  const SelfPlaySettings& settings) {
    const int size = settings.size, length = replay.length();
    CHECK(record.length() == length);
    CHECK(std::all_of(record.moves + length, record.moves + 60, [](int m) { return m == 255; }));
    CHECK(std::all_of(record.values + length, record.values + 60,
                      [](int value) { return value == GameRecord::kUnknown; }));
    CHECK((length == 60 || record.by_chance >> length == 0));
    CHECK(reference::is_over(replay.last, size));
    CHECK(record.margin == replay.margin(size, settings.rules));
    CHECK(record.source == GameRecord::self_play);
    for (int ply = record.exact_from; ply < length; ++ply) {
        const int value = record.values[ply];
        CHECK(value == reference::Endgame(size, settings.rules).margin(replay.positions[ply]));
        // Perfect play keeps it to the end.
        CHECK_FALSE(record.is_by_chance(ply));
        CHECK(value == replay.sign[ply] * record.margin);
    }
}

void check_trunk(const GameRecord& trunk, const SlowReplay& replay,
                 const SelfPlaySettings& settings) {
    CHECK(trunk.first == 0);
    CHECK(prefix(trunk) >= settings.random_least);
    int first_solvable = 60;
    for (int ply = replay.length() - 1; ply >= prefix(trunk); --ply)
        if (empties(replay.positions[ply], settings.size) <= settings.solve) first_solvable = ply;
    CHECK(trunk.exact_from == first_solvable);
}

void check_branch(const GameRecord& branch, const GameRecord& trunk) {
    const int at = branch.first - 1;
    REQUIRE(at >= trunk.exact_from);
    CHECK(branch.number == trunk.number);
    CHECK(branch.exact_from == branch.first);
    CHECK(branch.first < branch.length());
    CHECK(std::equal(branch.moves, branch.moves + at, trunk.moves));
    CHECK(std::equal(branch.values, branch.values + at + 1, trunk.values));
    CHECK(branch.moves[at] != trunk.moves[at]);
    CHECK(branch.by_chance == (trunk.by_chance | std::uint64_t{1} << at));
}

std::vector<GameRecord> all_games(const SelfPlaySettings& settings, int count,
                                  std::shared_ptr<const Evaluation> evaluation = nullptr) {
    return generate_games(settings, evaluation, 0, count, 1, nullptr);
}

struct Planned : std::runtime_error {
    using runtime_error::runtime_error;
};

}  // namespace

TEST_CASE("self-play: the records of a game are consistent") {
    int branches = 0, passes = 0, played = 0;
    for (const reference::Game& game : reference::kGames)
        for (const int depth : {0, 2}) {
            const SelfPlaySettings settings = settings_for(game, depth);
            SelfPlay self_play(settings,
                               reference::random_evaluation(depth, game.size, game.rules));
            const auto games = static_cast<std::uint32_t>(reference::examples(25, 8));
            for (std::uint32_t number = 0; number < games; ++number) {
                const std::vector<GameRecord> records = self_play.play(number);
                REQUIRE(!records.empty());
                CHECK(records[0].number == number);
                for (const GameRecord& record : records) {
                    const SlowReplay replay(record, game.size);
                    passes += replay.passes;
                    check_record(record, replay, settings);
                    if (&record == records.data()) {
                        check_trunk(record, replay, settings);
                        played += record.exact_from > prefix(record);
                    } else {
                        check_branch(record, records[0]);
                        ++branches;
                    }
                }
            }
        }
    CHECK(branches > reference::examples(100, 30));
    CHECK(passes > reference::examples(10, 3));
    CHECK(played > reference::examples(30, 10));
}

TEST_CASE("self-play: branches of the searched part have random moves of one side") {
    int found = 0, longest = 0;
    for (const reference::Game& game : reference::kGames) {
        SelfPlaySettings settings = settings_for(game, 2);
        settings.random_least = settings.random_most = 2;
        settings.noise = settings.siblings = 0;
        settings.branches = 30;
        const auto evaluation = reference::random_evaluation(4, game.size, game.rules);
        GameRecord trunk;
        for (const GameRecord& record : all_games(settings, 20, evaluation)) {
            const SlowReplay replay(record, game.size);
            check_record(record, replay, settings);
            if (record.first == 0) {
                trunk = record;
                continue;
            }
            const GameRecord& branch = record;
            CHECK(branch.number == trunk.number);
            CHECK(branch.exact_from >= branch.first);
            CHECK((branch.by_chance >> branch.first) == 0);
            const auto differs = [&](int ply) {
                return branch.moves[ply] != trunk.moves[ply] ||
                       branch.is_by_chance(ply) != trunk.is_by_chance(ply);
            };
            int from = 0;
            while (from < branch.first && !differs(from)) ++from;
            CHECK(from < branch.first);
            CHECK((branch.by_chance >> from) != 0);
            CHECK(branch.first - from <= 8);
            longest = std::max(longest, branch.first - from);
            for (int ply = from; ply < branch.first; ++ply)
                CHECK(branch.is_by_chance(ply) ==
                      (branch.is_by_chance(from) == (replay.sign[ply] == replay.sign[from])));
            ++found;
        }
    }
    CHECK(found > 100);
    CHECK(longest == 8);
}

TEST_CASE("self-play: moves are searched after the random ones, and their values stored") {
    int searched = 0;
    for (const reference::Game& game : reference::kGames) {
        SelfPlaySettings settings = settings_for(game, 1);
        settings.random_least = settings.random_most = game.size;
        settings.noise = 0;
        const auto evaluation = reference::random_evaluation(5, game.size, game.rules);
        Engine engine(1, reference::kSmallTable);
        engine.use(evaluation);
        for (const GameRecord& record : all_games(settings, 10, evaluation)) {
            if (record.first > 0) continue;
            CHECK(prefix(record) == game.size);
            CHECK((record.by_chance >> game.size) == 0);
            const SlowReplay replay(record, game.size);
            for (int ply = 0; ply < std::min<int>(replay.length(), record.exact_from); ++ply) {
                if (ply < game.size) {
                    CHECK(record.values[ply] == GameRecord::kUnknown);
                    continue;
                }
                const Line line =
                    engine.run(reference::depth_task(replay.positions[ply], game, 1)).lines[0];
                CHECK(record.values[ply] == line.margin);
                CHECK(record.moves[ply] == line.move);
                ++searched;
            }
        }
    }
    CHECK(searched > 500);
}

TEST_CASE("self-play: without search most moves leave few replies") {
    SelfPlaySettings settings = settings_for({8, Rules::normal}, 0);
    settings.random_least = settings.random_most = 6;
    int moves = 0, by_chance = 0;
    for (const GameRecord& record : all_games(settings, 30)) {
        if (record.first > 0) continue;
        const SlowReplay replay(record, 8);
        for (int ply = 6; ply < std::min<int>(replay.length(), record.exact_from); ++ply) {
            CHECK(record.values[ply] == GameRecord::kUnknown);
            ++moves;
            by_chance += record.is_by_chance(ply);
            if (record.is_by_chance(ply)) continue;
            int played = 0, fewest = 64;
            const auto [own, opp] = replay.positions[ply];
            for (const Square square : squares(reference::stepwise_moves(own, opp, 8))) {
                const Position next = reference::after({own, opp}, square);
                const int replies = count(reference::stepwise_moves(next.own, next.opp, 8));
                fewest = std::min(fewest, replies);
                if (square == record.moves[ply]) played = replies;
            }
            CHECK(played == fewest);
        }
    }
    CHECK(by_chance > moves / 5);
    CHECK(by_chance < moves * 2 / 5);
}

TEST_CASE("self-play: noise comes in every second game, branches as often as set") {
    const reference::Game game{6, Rules::reversed};
    const auto evaluation = reference::random_evaluation(7, game.size, game.rules);
    SelfPlaySettings settings = settings_for(game, 1);
    settings.random_least = settings.random_most = 4;
    settings.noise = 100;
    settings.siblings = 0;
    int noisy = 0;
    const auto without_branches = all_games(settings, 40, evaluation);
    CHECK(without_branches.size() == 40);
    for (const GameRecord& record : without_branches) noisy += record.by_chance >> 4 != 0;
    CHECK(noisy > 8);
    CHECK(noisy < 32);

    settings.siblings = 100;
    for (std::uint32_t number = 0; number < 10; ++number) {
        const auto records = SelfPlay(settings, evaluation).play(number);
        const SlowReplay trunk(records[0], game.size);
        std::vector<int> expected, found;
        for (int ply = records[0].exact_from; ply < trunk.length(); ++ply) {
            const auto [own, opp] = trunk.positions[ply];
            if (count(reference::stepwise_moves(own, opp, game.size)) > 1 &&
                empties(trunk.positions[ply], game.size) >= 5)
                expected.push_back(ply + 1);
        }
        for (std::size_t i = 1; i < records.size(); ++i) found.push_back(records[i].first);
        // A branch whose first move ends the game has no positions.
        CHECK(std::ranges::includes(expected, found));
        CHECK(found.size() + 1 >= expected.size());
    }
}

TEST_CASE("self-play: the prefix is the smaller of two numbers from its range") {
    SelfPlaySettings settings = settings_for({6, Rules::normal}, 0);
    settings.random_least = 10;
    settings.random_most = 19;
    settings.solve = 4;
    const auto evaluation = reference::random_evaluation(9, 6, Rules::normal);
    settings.depth = 1;
    settings.noise = settings.siblings = 0;
    int seen[20] = {};
    for (const GameRecord& record : all_games(settings, 300, evaluation)) {
        REQUIRE(prefix(record) >= 10);
        REQUIRE(prefix(record) <= 19);
        ++seen[prefix(record)];
    }
    // 19 % and 1 % of the games.
    CHECK(seen[10] > 30);
    CHECK(seen[19] < 15);
    CHECK(seen[18] + seen[19] > 0);
}

TEST_CASE("self-play: a game depends on its number and the settings, not on games before it") {
    SelfPlaySettings settings = settings_for({6, Rules::reversed}, 3);
    settings.branches = 20;
    const auto evaluation = reference::random_evaluation(3, 6, Rules::reversed);
    SelfPlay all(settings, evaluation), one(settings, evaluation);
    std::vector<GameRecord> last, other;
    for (std::uint32_t number = 0; number < 5; ++number) {
        other = last;
        last = all.play(number);
    }
    CHECK(last == one.play(4));
    for (GameRecord& record : other) record.number = 4;
    CHECK(last != other);
    settings.seed = 2;
    CHECK(last != SelfPlay(settings, evaluation).play(4));
}

TEST_CASE("self-play: games come in order, the same on any number of threads") {
    const SelfPlaySettings settings = settings_for({4, Rules::normal}, 0);
    const auto records = generate_games(settings, nullptr, 10, 40, 1, nullptr);
    CHECK(records == generate_games(settings, nullptr, 10, 40, 3, nullptr));
    CHECK(std::ranges::is_sorted(records, {}, &GameRecord::number));
    CHECK(records.front().number == 10);
    CHECK(records.back().number == 49);
    CHECK(generate_games(settings, nullptr, 0, 0, 3, nullptr).empty());
}

TEST_CASE("self-play: the progress callback can end the games") {
    const SelfPlaySettings settings = settings_for({8, Rules::normal}, 0);
    int looks = 0;
    const auto look = [&] {
        if (++looks == 2) throw Planned("enough");
    };
    CHECK_THROWS_AS(generate_games(settings, nullptr, 0, 300'000, 2, look), Planned);
    CHECK(looks == 2);
}

TEST_CASE("self-play: the progress callback can end a search that would take days") {
    SelfPlaySettings settings = settings_for({8, Rules::normal}, 0);
    settings.random_least = settings.random_most = 0;
    settings.solve = 60;
    const auto look = [] { throw Planned("enough"); };
    CHECK_THROWS_AS(generate_games(settings, nullptr, 0, 2, 2, look), Planned);
}

}  // namespace obversi::self_play_test
