// Many games of two players on all threads: the result of each game, and statistics for each round.
// A round is the number of discs on the board.
#pragma once

#include <array>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/board/game.hpp"
#include "core/players/player.hpp"

namespace obversi {

struct Opening {
    Position position;
    Color turn;
};

// The games 2i and 2i + 1 begin from opening i, again from the first where the openings end. In the
// even games A is black.
struct BulkPlan {
    const Player& a;
    const Player& b;  // of the same game
    std::span<const Opening> openings;
    std::uint64_t seed = 0;  // each game has random numbers of its own, whichever thread plays it
    int threads = 1;
    // A game ends when this many squares are empty, with the margin of perfect play by both sides.
    // Statistics leave out the moves that would follow.
    int solved = 0;
    // Solve only for the sign of the margin of such a game: 1, 0 or -1.
    bool results_only = false;
};

struct BulkGame {
    std::uint64_t a_nodes = 0, b_nodes = 0;  // positions looked at
    std::int8_t margin = 0;                  // of A
    std::uint8_t plies = 0;                  // moves and passes after the opening
    std::uint8_t discs = 0;
    std::uint8_t a_corners = 0, b_corners = 0;
    bool finished = false;  // otherwise nothing is known of it

    bool operator==(const BulkGame&) const = default;
};

// Instead of a legal move; all squares are lost.
struct GameFailure {
    std::size_t game;
    bool of_a;
    std::string reason;
};

// Sums over all games without a failure.
struct RoundSums {
    std::uint64_t positions = 0;  // with someone to move, by a move or a pass
    std::uint64_t passes = 0;
    std::uint64_t moves = 0;                     // legal ones
    std::uint64_t a_choices = 0, b_choices = 0;  // moves made
    std::uint64_t a_nodes = 0, b_nodes = 0;
    // Games that were not drawn and came to this round; discs of those who won and lost in the end.
    std::uint64_t decided = 0;
    std::uint64_t winner_corners = 0, loser_corners = 0;
    std::uint64_t winner_stable = 0, loser_stable = 0;

    bool operator==(const RoundSums&) const = default;
};
using RoundTable = std::array<RoundSums, 65>;

struct BulkGames {
    explicit BulkGames(std::size_t count) : games(count) {}

    std::vector<BulkGame> games;
    RoundTable rounds{};
    std::vector<GameFailure> failures;  // by the number of the game
};

// Of A, so far.
struct Standing {
    std::size_t wins, draws, losses;
};

// What surrounds the games; each part may be missing.
struct BulkHost {
    // Called in the caller's thread many times a second; what it throws ends all games.
    std::function<void(const Standing&)> look;
    // Called in the threads that play, now and then: may wait until `look` has what it needs.
    std::function<void()> give_way;
    // Describes what a player has thrown; or throws itself, which ends all games.
    std::function<std::string(const std::exception_ptr&)> describe;
};

// Plays all games. Where an exception ends them, `played` has what was finished until then.
void play_games(const BulkPlan& plan, const BulkHost& host, BulkGames& played);

}  // namespace obversi
