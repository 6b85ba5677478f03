// A game in progress: a position, the mover, and the positions and moves before it.
#pragma once

#include <vector>

#include "core/board/rules.hpp"

namespace obversi {

enum class Color : std::int8_t { black = -1, white = 1 };
constexpr Color other(Color color) { return color == Color::black ? Color::white : Color::black; }

class Game {
  public:
    Game(int size, Rules rules) : Game(size, rules, Position::start(size), Color::black) {}
    Game(int size, Rules rules, const Position& position, Color turn)
        : position_(position), turn_(turn), size_(size), rules_(rules) {
        refresh();
    }

    int size() const { return size_; }
    Rules rules() const { return rules_; }
    Color turn() const { return turn_; }
    const Position& position() const { return position_; }
    Bits discs(Color color) const { return color == turn_ ? position_.own : position_.opp; }

    Bits legal_moves() const { return legal_; }
    bool must_pass() const { return !legal_ && !over_; }
    bool is_over() const { return over_; }
    bool is_legal(Square move) const {
        return move == kPass ? must_pass() : (legal_ & bit(move)) != 0;
    }

    // The move must be legal.
    void push(Square move) {
        history_.push_back({position_, move});
        position_ = move == kPass ? position_.passed() : position_.played(move);
        turn_ = other(turn_);
        refresh();
    }

    // There must be a move to take back.
    Square pop() {
        const Ply last = history_.back();
        history_.pop_back();
        position_ = last.before;
        turn_ = other(turn_);
        refresh();
        return last.move;
    }

    int ply() const { return static_cast<int>(history_.size()); }
    Square move_at(int ply) const { return history_[ply].move; }
    void forget_history() { history_.clear(); }

  private:
    struct Ply {
        Position before;
        Square move;
    };

    void refresh() {
        legal_ = position_.legal_moves(size_);
        over_ = !legal_ && !position_.must_pass(size_);
    }

    Position position_;
    Bits legal_ = 0;
    bool over_ = false;
    Color turn_;
    int size_;
    Rules rules_;
    std::vector<Ply> history_;
};

}  // namespace obversi
