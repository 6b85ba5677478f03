#include "core/training/expand.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <optional>
#include <string>

#include "core/board/symmetry.hpp"
#include "core/tests/search_checks.hpp"
#include "core/tests/slow_replay.hpp"

namespace obversi::expand_test {
using reference::SlowReplay;

namespace {

struct Row {
    Position image;
    float margin;
    int empties;
    MarginSource source;
    std::uint32_t game;

    bool operator==(const Row&) const = default;
};

std::vector<Row> rows(const ExpandedPositions& all) {
    std::vector<Row> found;
    for (std::size_t i = 0; i < all.size(); ++i)
        found.push_back(
            {{all.own[i], all.opp[i]}, all.margin[i], all.empties[i], all.source[i], all.game[i]});
    return found;
}

std::vector<Row> expanded(const std::vector<GameRecord>& records, const reference::Game& game,
                          int threads = 1, float lambda = 1) {
    return rows(expand(records, game.size, game.rules, lambda, threads));
}

// The margin of a ply's mover, found by looking ahead for whatever settles it.
std::optional<std::pair<int, MarginSource>> slow_label(const GameRecord& record,
                                                       const SlowReplay& replay, int ply) {
    if (ply >= record.exact_from) return {{record.values[ply], MarginSource::exact}};
    for (int later = ply; later < replay.length(); ++later) {
        const int seen_from_ply = replay.sign[later] * replay.sign[ply] * record.values[later];
        if (later >= record.exact_from) return {{seen_from_ply, MarginSource::played}};
        if (!(record.by_chance >> later & 1)) continue;
        if (record.values[later] == -128) return std::nullopt;
        return {{seen_from_ply, MarginSource::searched}};
    }
    return {{replay.sign[ply] * record.margin, MarginSource::played}};
}

std::vector<Row> slowly_expanded(const GameRecord& record, int size) {
    const SlowReplay replay(record, size);
    std::vector<Row> rows;
    for (int ply = record.first; ply < replay.length(); ++ply)
        if (const auto label = slow_label(record, replay, ply))
            rows.push_back(
                {canonical(replay.positions[ply], size).position, static_cast<float>(label->first),
                 size * size - count(replay.positions[ply].own | replay.positions[ply].opp),
                 label->second, record.number});
    return rows;
}

// A random game with any numbers a record may have.
GameRecord any_record(std::mt19937_64& random, const reference::Game& game) {
    GameRecord record;
    Position position = Position::start(game.size);
    int ply = 0;
    while (!reference::is_over(position, game.size)) {
        if (reference::must_pass(position, game.size)) position = position.passed();
        const auto legal = reference::stepwise_moves(position.own, position.opp, game.size);
        const int move = reference::any_move(random, legal);
        record.moves[ply++] = static_cast<std::uint8_t>(move);
        position = reference::after(position, move);
    }
    record.margin =
        static_cast<std::int8_t>(SlowReplay(record, game.size).margin(game.size, game.rules));
    record.number = static_cast<std::uint32_t>(random());
    record.first = static_cast<std::uint8_t>(random() % 3 ? 0 : random() % 61);
    if (random() % 4 == 0) {
        record.source = GameRecord::added;
        return record;
    }
    record.exact_from = static_cast<std::uint8_t>(random() % 3 ? random() % ply : 60);
    record.by_chance = random() & random() & random() & ((std::uint64_t{1} << ply) - 1);
    for (int at = 0; at < ply; ++at)
        if (at >= record.exact_from || random() % 2)
            record.values[at] = static_cast<std::int8_t>(
                static_cast<int>(random() % (2 * game.size * game.size + 1)) -
                game.size * game.size);
    return record;
}

GameRecord whole_record(const reference::Game& game) {
    std::mt19937_64 random(3);
    GameRecord record = any_record(random, game);
    while (record.source != GameRecord::self_play || record.margin == 0 ||
           record.exact_from > record.length())
        record = any_record(random, game);
    return record;
}

std::string rejection(const std::vector<GameRecord>& records, const reference::Game& game,
                      int threads = 1) {
    try {
        expand(records, game.size, game.rules, 1, threads);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("expand: every position that is labelled, with its label") {
    std::mt19937_64 random(1);
    std::map<MarginSource, int> seen;
    int passes = 0, unlabelled = 0;
    for (const reference::Game& game : reference::kGames) {
        std::vector<GameRecord> records;
        std::vector<Row> expected;
        for (int i = 0; i < 60; ++i) {
            records.push_back(any_record(random, game));
            const SlowReplay replay(records.back(), game.size);
            const auto rows = slowly_expanded(records.back(), game.size);
            for (const Row& row : rows) ++seen[row.source];
            expected.insert(expected.end(), rows.begin(), rows.end());
            passes += replay.passes;
            unlabelled +=
                std::max(0, replay.length() - records.back().first) - static_cast<int>(rows.size());
        }
        CHECK(expanded(records, game) == expected);
    }
    CHECK(seen.size() == 3);
    CHECK(passes > 50);
    CHECK(unlabelled > 100);
}

TEST_CASE("expand: with lambda, values of searches have shares in labels") {
    constexpr float kLambda = 0.75;
    std::mt19937_64 random(5);
    int mixed = 0;
    for (const reference::Game& game : reference::kGames)
        for (int i = 0; i < 60; ++i) {
            const GameRecord record = any_record(random, game);
            const SlowReplay replay(record, game.size);
            std::vector<Row> expected = slowly_expanded(record, game.size);
            const std::vector<Row> found = expanded({record}, game, 1, kLambda);
            REQUIRE(found.size() == expected.size());
            std::size_t row = 0;
            for (int ply = record.first; ply < replay.length(); ++ply) {
                const auto label = slow_label(record, replay, ply);
                if (!label) continue;
                double mean = 0, left = 1;
                int later = ply;
                for (; later < std::min<int>(record.exact_from, replay.length()); ++later) {
                    if (record.by_chance >> later & 1) break;
                    if (record.values[later] == -128) continue;
                    mean += left * (1 - kLambda) * replay.sign[ply] * replay.sign[later] *
                            record.values[later];
                    left *= kLambda;
                    ++mixed;
                }
                mean += left * label->first;
                mean = (mean + label->first) / 2;
                CHECK(found[row].margin == doctest::Approx(mean).epsilon(1e-5));
                expected[row].margin = found[row].margin;
                ++row;
            }
            CHECK(found == expected);
        }
    CHECK(mixed > 1000);
}

TEST_CASE("expand: the order does not depend on the threads") {
    const reference::Game game{8, Rules::reversed};
    std::mt19937_64 random(2);
    std::vector<GameRecord> records;
    for (int i = 0; i < 2000; ++i) records.push_back(any_record(random, game));
    CHECK(expanded(records, game) == expanded(records, game, 3));
    CHECK(expanded({}, game, 3).empty());
}

TEST_CASE("expand: added games are labelled by their result, even if they were resigned") {
    const reference::Game game{8, Rules::normal};
    GameRecord record;
    for (int ply = 0; const int move : {19, 18, 17}) record.moves[ply++] = move;
    record.source = GameRecord::added;
    record.margin = 12;
    const auto rows = expanded({record}, game);
    REQUIRE(rows.size() == 3);
    for (int ply = 0; ply < 3; ++ply) {
        CHECK(rows[ply].margin == (ply % 2 ? -12 : 12));
        CHECK(rows[ply].source == MarginSource::played);
    }
    record.source = GameRecord::self_play;
    CHECK(rejection({record}, game).find("an end before") != std::string::npos);
}

TEST_CASE("expand: a damaged record is named") {
    const reference::Game game{6, Rules::normal};
    const GameRecord whole = whole_record(game);
    const int last = whole.length() - 1;
    CHECK(rejection({whole}, game) == "");
    const auto check = [&](const std::string& reason, auto&& damage) {
        std::vector<GameRecord> records(700, whole);
        for (const int number : {300, 600}) damage(records[number]);
        for (const int threads : {1, 3})
            CHECK(rejection(records, game, threads) == "game record 300 is damaged: " + reason);
    };
    check("an illegal move at ply 0", [](GameRecord& record) { record.moves[0] = 0; });
    check("an illegal move at ply 3", [](GameRecord& r) { r.moves[3] = r.moves[2]; });
    check("an illegal move at ply 2", [](GameRecord& record) { record.moves[2] = 200; });
    // Beyond a board of this size.
    check("an illegal move at ply 1", [](GameRecord& record) { record.moves[1] = 63; });
    check("moves behind the end", [](GameRecord& record) { record.moves[1] = 255; });
    check("moves behind the end", [](GameRecord& record) { record.moves[59] = 0; });
    check("an end before the game is over", [&](GameRecord& r) { r.moves[last] = 255; });
    check("a ply beyond the longest game", [](GameRecord& record) { record.first = 61; });
    check("a ply beyond the longest game", [](GameRecord& record) { record.exact_from = 61; });
    check("an unknown source",
          [](GameRecord& record) { record.source = static_cast<GameRecord::Source>(2); });
    check("a margin beyond the board", [](GameRecord& record) { record.margin = 37; });
    check("a margin that is not the game's by these rules",
          [](GameRecord& r) { r.margin = static_cast<std::int8_t>(-r.margin); });
    const std::string value = "no value that a position can have at ply ";
    check(value + "0", [](GameRecord& record) { record.values[0] = 37; });
    check(value + std::to_string(last), [&](GameRecord& r) { r.values[last] = -128; });
    CHECK(rejection({whole}, {6, Rules::reversed}) ==
          "game record 0 is damaged: a margin that is not the game's by these rules");
    CHECK(rejection({whole}, {8, Rules::normal}) != "");
}

TEST_CASE("expand: any bytes are rejected or expanded") {
    std::mt19937_64 random(4);
    const reference::Game game{8, Rules::normal};
    const GameRecord whole = whole_record(game);
    for (int i = 0; i < 3000; ++i) {
        GameRecord record = whole;
        auto* const bytes = reinterpret_cast<unsigned char*>(&record);
        for (int changes = i % 5 == 0 ? 136 : i % 4 + 1; changes > 0; --changes)
            bytes[random() % sizeof record] = static_cast<unsigned char>(random());
        const std::string reason = rejection({record}, game);
        if (!reason.empty()) CHECK(reason.starts_with("game record 0 is damaged: "));
    }
}

}  // namespace obversi::expand_test
