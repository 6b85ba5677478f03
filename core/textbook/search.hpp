// What the textbook searches share: the game, the evaluation, and an exact count of their work.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/heuristics/heuristic.hpp"
#include "core/textbook/watch.hpp"

namespace obversi::textbook {

// What a search found. A node is a position that the search was called for, the first one too; a
// pass is a ply, and so a node, like any move. A finished game is a node but no evaluation.
struct Found {
    double value = 0;  // to the player to move at the root
    Square move = kPass;
    int depth = 0;
    std::uint64_t nodes = 0;
    std::uint64_t evaluations = 0;
};

// For which player the position at the end of a search is evaluated.
enum class LeafView {
    root,   // the player who searches
    mover,  // the player to move there, without a change of sign: R1's mistake, reproduced
};

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The base of one search for one move; made anew for each.
class Search {
  protected:
    Search(const Heuristic& heuristic, Watch& watch)
        : kind_(heuristic.kind()),
          heuristic_(heuristic),
          is_slow_(heuristic.is_slow()),
          watch_(watch) {}

    void visit() {
        ++nodes_;
        watch_.visit();
    }
    // To the player to move at the leaf.
    double evaluated(const Position& position) {
        ++evaluations_;
        if (is_slow_) watch_.look();
        return heuristic_.value(position);
    }
    double finished(const Position& position) const { return heuristic_.finished_value(position); }

    // What the position is worth to its mover if the search ends here.
    std::optional<double> leaf_value(const Position& position, Bits legal, int depth) {
        if (!legal && !legal_moves(position.passed())) return finished(position);
        if (depth == 0) return evaluated(position);
        return std::nullopt;
    }

    Bits legal_moves(const Position& position) const { return kind_.legal_moves(position); }

    // The first of the best moves, in the order of the squares. `value_of(child, best)` is to the
    // mover, who is already sure of `best`.
    template <class ValueOf>
    Found decision(const Position& position, int depth, ValueOf value_of) {
        visit();
        const Bits legal = legal_moves(position);
        Found found{.value = -kInfinity, .move = legal ? lowest(legal) : kPass, .depth = depth};
        if (!legal) found.value = value_of(position.passed(), -kInfinity);
        for (Square square : squares(legal)) {
            const double value = value_of(position.played(square), found.value);
            if (value > found.value) {
                found.value = value;
                found.move = square;
            }
        }
        return counted(found);
    }
    Found counted(Found found) const {
        found.nodes = nodes_;
        found.evaluations = evaluations_;
        return found;
    }

    const GameKind kind_;
    const Heuristic& heuristic_;
    const bool is_slow_;
    Watch& watch_;
    std::uint64_t nodes_ = 0;
    std::uint64_t evaluations_ = 0;
};

}  // namespace obversi::textbook
