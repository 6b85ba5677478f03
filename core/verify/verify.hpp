// The engine's exact margins against those of the slow solver, for many endgames: as the engine
// comes, with each of its cut-offs and caches switched off, and with two threads.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/board/rules.hpp"

namespace obversi {

struct VerifySettings {
    Rules rules = Rules::normal;
    int count = 10'000;
    std::uint64_t seed = 1;
    int threads = 1;
    // Two of a hundred endgames have more empty squares: the slow solver takes a second each.
    bool deep = true;
};

// An endgame for which the engine and the slow solver differ.
struct Mismatch {
    Position position;
    int size;
    std::string check;  // what was tried
    std::string what;   // what was wrong
};

struct Verified {
    int positions = 0;
    std::map<std::string, int> boards;   // by size and empty squares
    std::map<std::string, int> origins;  // from which kind of game
    std::map<std::string, int> checks;   // how many of which kind were made
    // Endgames that begin with a pass, whose best line of play has one, ends before the board is
    // full, or ends with a player who has no discs.
    int forced_passes = 0, passes = 0, early_ends = 0, wiped_out = 0;
    std::vector<Mismatch> mismatches;

    void add(const Verified& other);
};

// The same endgames whatever the number of threads. Calls `on_progress` now and
// then with the number of finished ones.
Verified verify(const VerifySettings& settings, const std::function<void(int)>& on_progress);

}  // namespace obversi
