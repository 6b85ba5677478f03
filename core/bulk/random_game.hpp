// One random game, ply by ply.
#pragma once

#include "core/board/rules.hpp"
#include "core/bulk/nth_square.hpp"
#include "core/bulk/playouts.hpp"
#include "core/bulk/random.hpp"

namespace obversi {

// Each ply has two parts, so that several games can take turns: choosing a move runs on the scalar
// units, turning the discs on the vector units.
template <int Size>
class RandomGame {
  public:
    RandomGame() = default;
    RandomGame(const Position& start, Random random) : position_(start), random_(random) {}

    void choose() {
        legal_ = position_.legal_moves(Size);
        const Bits choices = legal_ + (legal_ == 0);  // nth_square wants a square
        move_ = nth_square(choices, random_.below(count(choices)));
    }

    // After choose(): passes for a mover who could not move; false when the game is over.
    bool has_move() {
        if (legal_) [[likely]]
            return true;
        if (!position_.passed().legal_moves(Size)) return false;
        position_ = position_.passed();
        ++plies_;
        choose();
        return true;
    }

    void play() {
        position_ = position_.played(move_);
        ++plies_;
    }

    void play_out() {
        for (choose(); has_move(); choose()) play();
    }

    Playout result(Rules rules) const {
        const int lead = margin(position_, Size, rules);
        return {static_cast<std::int8_t>(plies_ % 2 == 0 ? lead : -lead),
                static_cast<std::uint8_t>(plies_)};
    }

  private:
    Position position_;
    Bits legal_ = 0;
    Square move_ = 0;
    Random random_;
    int plies_ = 0;
};

}  // namespace obversi
