// Random numbers that need no state beyond one word, so that every game of a batch has a stream of
// its own and the result does not depend on the number of threads.
#pragma once

#include "core/board/hash.hpp"

namespace obversi {

// splitmix64; `stream` separates the games of one seed.
class Random {
  public:
    Random() = default;
    Random(std::uint64_t seed, std::uint64_t stream)
        : state_(mixed(mixed(seed + kStep) + stream)) {}

    std::uint64_t next() { return mixed(state_ += kStep); }

    // Evenly in 0 … bound-1, but for a bias below bound / 2³².
    int below(int bound) {
        return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(bound)) >> 32);
    }

  private:
    static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ULL;

    std::uint64_t state_ = 0;
};

}  // namespace obversi
