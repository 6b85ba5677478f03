// The value of a position without looking ahead, by an evaluation that a person has written: a mix
// of features or a function. The learned evaluation of the engine is in core/evaluation.
#pragma once

#include <stdexcept>
#include <string>

#include "core/board/game_kind.hpp"

namespace obversi {

// What a finished game is worth to the player who would be to move.
enum class Finished {
    margin,     // kWinPoints for each disc of the margin: more than any guess
    result,     // 1, 0 or -1, for guesses that stay between
    evaluated,  // what the evaluation says of it, as of any other position
};

inline constexpr double kWinPoints = 1e6;

// A heuristic without a value: its function failed, or did not return a number.
class HeuristicError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// For one of the six games. Several threads may call it at the same time.
class Heuristic {
  public:
    Heuristic(const GameKind& kind, Finished finished) : kind_(kind), finished_(finished) {}
    virtual ~Heuristic() = default;
    Heuristic(const Heuristic&) = delete;
    Heuristic& operator=(const Heuristic&) = delete;

    // What a game that goes on is worth to the player to move; larger is better.
    virtual double value(const Position& position) const = 0;

    // Whether `value` is so slow that a search should check its clock at every call.
    virtual bool is_slow() const { return false; }

    double finished_value(const Position& position) const {
        if (finished_ == Finished::evaluated) return value(position);
        const int margin = kind_.margin(position);
        if (finished_ == Finished::margin) return kWinPoints * margin;
        return (margin > 0) - (margin < 0);
    }

    const GameKind& kind() const { return kind_; }
    Finished finished() const { return finished_; }

  private:
    GameKind kind_;
    Finished finished_;
};

}  // namespace obversi
