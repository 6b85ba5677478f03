// Games by the rules of R2's published program, on 8×8 where the fewest discs win.
#pragma once

#include <array>
#include <span>

#include "core/bulk/stop_flag.hpp"
#include "core/heuristics/heuristic.hpp"

namespace obversi::one_direction {

// The positions of a game by the number of discs, each for the player whose turn it is when there
// are so many; he may have to pass. The last one is over, and those after it are empty.
using GamePositions = std::array<Position, 65>;

// Each game depends on the seed and its number alone; that of games[i] is `first` + i.
void random_games(std::uint64_t seed, std::uint64_t first, std::span<GamePositions> games);

struct Players {
    const Heuristic& a;  // looks one move ahead
    const Heuristic* b;  // too, or chooses at random if there is none
    // A game ends when this many squares are empty, with the result of perfect play.
    int solved = 0;
};

// The result of a game for A: 1, 0 or -1. A is black in games of even numbers. Throws Stopped soon
// after `stop` is set, in any thread.
int play_game(const Players& players, std::uint64_t seed, std::uint64_t number,
              const StopFlag& stop);

}  // namespace obversi::one_direction
