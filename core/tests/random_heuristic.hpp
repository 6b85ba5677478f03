// A random evaluation, and positions to search with it.
#pragma once

#include "core/board/hash.hpp"
#include "core/heuristics/heuristic.hpp"
#include "core/reference/endgames.hpp"

namespace reference {

// A given number of different values: with few of them, many moves are equal.
class RandomHeuristic : public obversi::Heuristic {
  public:
    RandomHeuristic(const obversi::GameKind& kind, obversi::Finished finished, int values)
        : Heuristic(kind, finished), values_(values) {}

    // From -1 to 1, never either.
    double value(const obversi::Position& position) const override {
        const auto drawn = static_cast<double>(obversi::hash(position) % values_);
        return 2 * (drawn + 1) / (values_ + 1) - 1;
    }

  private:
    std::uint64_t values_;
};

inline constexpr obversi::Finished kFinished[] = {
    obversi::Finished::margin, obversi::Finished::result, obversi::Finished::evaluated};
inline constexpr obversi::Rules kRules[] = {obversi::Rules::normal, obversi::Rules::reversed};
inline constexpr int kSizes[] = {4, 6, 8};

// Of any part of a game, and boards that no game would lead to with few squares empty: those have
// passes and early ends.
inline obversi::Position some_position(std::mt19937_64& random, int size) {
    const Origin origin = kOrigins[random() % 4];
    const bool of_a_game = origin == Origin::random_play || origin == Origin::sensible_play;
    const int most = of_a_game ? size * size - 4 : std::min(size * size / 2, 12);
    return endgame(random, size, 1 + static_cast<int>(random() % most), origin);
}

}  // namespace reference
