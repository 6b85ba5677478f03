// Any legal move, each as likely as the others.
#pragma once

#include "core/bulk/nth_square.hpp"
#include "core/bulk/random.hpp"
#include "core/players/player.hpp"

namespace obversi {

class RandomPlayer final : public Player {
  public:
    using Player::Player;

    std::unique_ptr<Player> clone() const override { return std::make_unique<RandomPlayer>(*this); }

    void begin(std::uint64_t seed) override { random_ = Random(seed, 0); }

    Choice choose(const Position& position, textbook::Watch&) override {
        const Bits legal = kind().legal_moves(position);
        return {nth_square(legal, random_.below(count(legal))), 1};
    }

  private:
    Random random_;
};

}  // namespace obversi
