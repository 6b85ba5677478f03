// The best margin right after the move: what turns most discs, or fewest when reversed.
#pragma once

#include "core/bulk/nth_square.hpp"
#include "core/bulk/random.hpp"
#include "core/players/player.hpp"

namespace obversi {

class GreedyPlayer final : public Player {
  public:
    using Player::Player;

    std::unique_ptr<Player> clone() const override { return std::make_unique<GreedyPlayer>(*this); }

    void begin(std::uint64_t seed) override { random_ = Random(seed, 0); }

    Choice choose(const Position& position, textbook::Watch&) override {
        const Bits legal = kind().legal_moves(position);
        const int sign = kind().rules == Rules::normal ? 1 : -1;
        int most = -64;
        Bits best = 0;
        for (const Square square : squares(legal)) {
            const int turned = sign * count(flips(square, position.own, position.opp));
            if (turned > most) {
                most = turned;
                best = 0;
            }
            if (turned == most) best |= bit(square);
        }
        return {nth_square(best, random_.below(count(best))),
                1 + static_cast<std::uint64_t>(count(legal))};
    }

  private:
    Random random_;  // chooses among the best
};

}  // namespace obversi
