// Players inside the core, so that thousands of games can be played without Python.
#pragma once

#include <memory>
#include <optional>

#include "core/board/game_kind.hpp"
#include "core/textbook/watch.hpp"

namespace obversi {

struct Choice {
    Square move;
    std::uint64_t nodes;  // positions looked at
};

// A player of one of the six games. It may remember things during a game, so each thread has one of
// its own; what it chooses depends on the seed and on the positions of this game alone, unless its
// time is limited.
class Player {
  public:
    explicit Player(const GameKind& kind) : kind_(kind) {}
    virtual ~Player() = default;
    Player& operator=(const Player&) = delete;

    virtual std::unique_ptr<Player> clone() const = 0;

    // Before each game.
    virtual void begin(std::uint64_t /*seed*/) {}

    // The position must have a legal move: passes are played without asking.
    virtual Choice choose(const Position& position, textbook::Watch& watch) = 0;

    const GameKind& kind() const { return kind_; }

  protected:
    Player(const Player&) = default;

    // For players that would spend time on a position with a single move.
    std::optional<Choice> only_choice(const Position& position) const {
        const Bits legal = kind_.legal_moves(position);
        if (count(legal) != 1) return std::nullopt;
        return Choice{lowest(legal), 1};
    }

  private:
    GameKind kind_;
};

}  // namespace obversi
