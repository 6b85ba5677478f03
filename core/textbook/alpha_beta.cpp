#include "core/textbook/alpha_beta.hpp"

#include <algorithm>

namespace obversi::textbook {
namespace {

// The player to move at the root is MAX; all values are as MAX sees them. MAX is sure of alpha
// elsewhere, MIN of beta.
class AlphaBeta : Search {
  public:
    AlphaBeta(const Heuristic& heuristic, Watch& watch, LeafView view)
        : Search(heuristic, watch), min_leaf_sign_(view == LeafView::root ? -1 : 1) {}

    Found operator()(const Position& position, int depth) {
        return decision(position, depth, [&](const Position& child, double best) {
            return min_value(child, depth - 1, best, kInfinity);
        });
    }

  private:
    double max_value(const Position& position, int depth, double alpha, double beta) {
        visit();
        const Bits legal = legal_moves(position);
        if (const auto leaf = leaf_value(position, legal, depth)) return *leaf;
        if (!legal) return min_value(position.passed(), depth - 1, alpha, beta);
        double value = -kInfinity;
        for (Square square : squares(legal)) {
            value = std::max(value, min_value(position.played(square), depth - 1, alpha, beta));
            if (value >= beta) return value;
            alpha = std::max(alpha, value);
        }
        return value;
    }

    double min_value(const Position& position, int depth, double alpha, double beta) {
        visit();
        const Bits legal = legal_moves(position);
        if (const auto leaf = leaf_value(position, legal, depth)) return min_leaf_sign_ * *leaf;
        if (!legal) return max_value(position.passed(), depth - 1, alpha, beta);
        double value = kInfinity;
        for (Square square : squares(legal)) {
            value = std::min(value, max_value(position.played(square), depth - 1, alpha, beta));
            if (value <= alpha) return value;
            beta = std::min(beta, value);
        }
        return value;
    }

    const double min_leaf_sign_;
};

}  // namespace

Found alpha_beta(const Position& position, int depth, const Heuristic& heuristic, Watch& watch,
                 LeafView view) {
    return AlphaBeta(heuristic, watch, view)(position, depth);
}

}  // namespace obversi::textbook
