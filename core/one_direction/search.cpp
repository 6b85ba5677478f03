#include "core/one_direction/search.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/one_direction/flips.hpp"

namespace obversi::one_direction {
namespace {

constexpr int kMostMoves = 64;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

class Children {
  public:
    Children(const Position& position, Bits legal) {
        for (Square square : squares(legal)) all_[count_++] = played(position, square);
    }
    Position* begin() { return all_.data(); }
    Position* end() { return all_.data() + count_; }
    Position& operator[](int i) { return all_[i]; }
    int count() const { return count_; }

  private:
    std::array<Position, kMostMoves> all_;
    int count_ = 0;
};

class AlphaBeta {
  public:
    AlphaBeta(const Heuristic& heuristic, const StopFlag& stop)
        : heuristic_(heuristic), stop_(stop) {}

    // `sure` is what the mover has for sure elsewhere, `other_sure` what the opponent has.
    double value(const Position& position, int depth, double sure, double other_sure) {
        ++nodes;
        stop_.check();
        const Bits legal = position.legal_moves(kSize);
        if (!legal) {
            const Position passed = position.passed();
            if (!passed.legal_moves(kSize)) return heuristic_.finished_value(position);
            return -value(passed, depth - 1, other_sure, sure);
        }
        Children children(position, legal);
        const double first = sort(children);
        if (depth <= 1) return first;
        double best = -kInfinity;
        for (const Position& child : children) {
            best = std::max(best, -value(child, depth - 1, other_sure, sure));
            sure = std::max(sure, best);
            if (-best <= other_sure) break;
        }
        return best;
    }

    std::uint64_t nodes = 0;

  private:
    // Returns the value to the mover of the child that comes first.
    double sort(Children& children) const {
        std::array<double, kMostMoves> keys;
        std::array<double, kMostMoves> values;
        for (int i = 0; i < children.count(); ++i)
            keys[i] = values[i] = -heuristic_.value(children[i]);
        for (int i = 1; i < children.count(); ++i) {
            const Position child = children[i];
            const double value = values[i];
            int place = i;
            for (; place > 0 && keys[place - 1] < keys[i]; --place) {
                children[place] = children[place - 1];
                values[place] = values[place - 1];
            }
            children[place] = child;
            values[place] = value;
        }
        return values[0];
    }

    const Heuristic& heuristic_;
    const StopFlag& stop_;
};

// Of this ply and `below` plies below it.
std::uint64_t nodes_below(const Position& position, int below, const StopFlag& stop) {
    stop.check();
    if (below == 0) return 1;
    const Bits legal = position.legal_moves(kSize);
    if (!legal) {
        const Position passed = position.passed();
        return passed.legal_moves(kSize) ? 1 + nodes_below(passed, below - 1, stop) : 1;
    }
    if (below == 1) return 1 + count(legal);  // no need to visit them
    std::uint64_t nodes = 1;
    for (Square square : squares(legal))
        nodes += nodes_below(played(position, square), below - 1, stop);
    return nodes;
}

int result(const Position& position, int alpha, int beta, const StopFlag& stop) {
    stop.check();
    const Bits legal = position.legal_moves(kSize);
    if (!legal) {
        const Position passed = position.passed();
        if (passed.legal_moves(kSize)) return -result(passed, -beta, -alpha, stop);
        const int lead = count(position.opp) - count(position.own);
        return (lead > 0) - (lead < 0);
    }
    Children children(position, legal);
    // The opponent's fewest moves first.
    std::array<std::pair<int, int>, kMostMoves> order;
    for (int i = 0; i < children.count(); ++i)
        order[i] = {count(children[i].legal_moves(kSize)), i};
    std::sort(order.begin(), order.begin() + children.count());
    int best = -1;
    for (int i = 0; i < children.count() && best < beta; ++i)
        best =
            std::max(best, -result(children[order[i].second], -beta, -std::max(alpha, best), stop));
    return best;
}

}  // namespace

Found alpha_beta(const Position& position, int depth, const Heuristic& heuristic,
                 const StopFlag& stop) {
    AlphaBeta search(heuristic, stop);
    const double value = search.value(position, depth, -kInfinity, -kInfinity);
    return {value, search.nodes};
}

std::uint64_t minimax_nodes(const Position& position, int depth, const StopFlag& stop) {
    return nodes_below(position, depth - 1, stop);
}

int reversed_result(const Position& position, const StopFlag& stop) {
    return result(position, -1, 1, stop);
}

}  // namespace obversi::one_direction
