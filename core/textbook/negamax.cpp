#include "core/textbook/negamax.hpp"

#include <algorithm>

namespace obversi::textbook {
namespace {

class Negamax : Search {
  public:
    Negamax(const Heuristic& heuristic, Watch& watch) : Search(heuristic, watch) {}

    Found operator()(const Position& position, int depth) {
        return decision(position, depth, [&](const Position& child, double best) {
            return -value(child, depth - 1, -kInfinity, -best);
        });
    }

  private:
    // To the player to move; between alpha and beta exact, beyond them a bound.
    double value(const Position& position, int depth, double alpha, double beta) {
        visit();
        const Bits legal = legal_moves(position);
        if (const auto leaf = leaf_value(position, legal, depth)) return *leaf;
        if (!legal) return -value(position.passed(), depth - 1, -beta, -alpha);
        for (Square square : squares(legal)) {
            alpha = std::max(alpha, -value(position.played(square), depth - 1, -beta, -alpha));
            if (alpha >= beta) break;
        }
        return alpha;
    }
};

}  // namespace

Found negamax(const Position& position, int depth, const Heuristic& heuristic, Watch& watch) {
    return Negamax(heuristic, watch)(position, depth);
}

}  // namespace obversi::textbook
