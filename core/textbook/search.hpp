// What the textbook searches share: the game, the evaluation, and an exact count of their work.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/heuristics/heuristic.hpp"
#include "core/textbook/trace.hpp"
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
    Search(const Heuristic& heuristic, Watch& watch, Trace* trace = nullptr)
        : kind_(heuristic.kind()),
          heuristic_(heuristic),
          is_slow_(heuristic.is_slow()),
          watch_(watch),
          trace_(trace) {}

    void visit() {
        ++nodes_;
        watch_.visit();
    }
    // Visits a position and writes it into the trace, if there is one; `closed` must follow.
    void open(const Position& position, double alpha = -kInfinity, double beta = kInfinity) {
        visit();
        if (trace_) [[unlikely]]
            trace_->open(position, alpha, beta, true, evaluations_);
    }
    // Returns the value of the position that was opened last, to the player to move at the root.
    double closed(double value) {
        if (trace_) [[unlikely]]
            trace_->close(value, evaluations_);
        return value;
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
        open(position);
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
        closed(found.value);
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
    Trace* const trace_;
    std::uint64_t nodes_ = 0;
    std::uint64_t evaluations_ = 0;
};

}  // namespace obversi::textbook
