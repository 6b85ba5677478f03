#include "core/textbook/alpha_beta.hpp"

#include <algorithm>

namespace obversi::textbook {
namespace {

// The player to move at the root is MAX; all values are as MAX sees them. MAX is sure of alpha
// elsewhere, MIN of beta.
class AlphaBeta : Search {
  public:
    AlphaBeta(const Heuristic& heuristic, Watch& watch, LeafView view, Trace* trace)
        : Search(heuristic, watch, trace), min_leaf_sign_(view == LeafView::root ? -1 : 1) {}

    Found operator()(const Position& position, int depth) {
        return decision(position, depth, [&](const Position& child, double best) {
            return min_value(child, depth - 1, best, kInfinity);
        });
    }

  private:
    double max_value(const Position& position, int depth, double alpha, double beta) {
        open(position, alpha, beta);
        const Bits legal = legal_moves(position);
        if (const auto leaf = leaf_value(position, legal, depth)) return closed(*leaf);
        if (!legal) return closed(min_value(position.passed(), depth - 1, alpha, beta));
        double value = -kInfinity;
        for (Square square : squares(legal)) {
            value = std::max(value, min_value(position.played(square), depth - 1, alpha, beta));
            if (value >= beta) return closed(value);
            alpha = std::max(alpha, value);
        }
        return closed(value);
    }

    double min_value(const Position& position, int depth, double alpha, double beta) {
        open(position, alpha, beta);
        const Bits legal = legal_moves(position);
        if (const auto leaf = leaf_value(position, legal, depth))
            return closed(min_leaf_sign_ * *leaf);
        if (!legal) return closed(max_value(position.passed(), depth - 1, alpha, beta));
        double value = kInfinity;
        for (Square square : squares(legal)) {
            value = std::min(value, max_value(position.played(square), depth - 1, alpha, beta));
            if (value <= alpha) return closed(value);
            beta = std::min(beta, value);
        }
        return closed(value);
    }

    const double min_leaf_sign_;
};

}  // namespace

Found alpha_beta(const Position& position, int depth, const Heuristic& heuristic, Watch& watch,
                 LeafView view, Trace* trace) {
    return AlphaBeta(heuristic, watch, view, trace)(position, depth);
}

}  // namespace obversi::textbook
