#include "core/textbook/maximax.hpp"

#include <algorithm>

namespace obversi::textbook {

Found Maximax::operator()(const Position& position, int depth) {
    reached_its_depth_ = false;
    const Valued best = value(position, 0, depth, {-kInfinity, -kInfinity});
    return counted({.value = best.value, .move = best.move, .depth = depth});
}

// To the player to move, and the move that gives it.
Maximax::Valued Maximax::value(const Position& position, int player, int depth, Alphas alphas) {
    open(position, alphas[0], -alphas[1]);
    const Bits legal = legal_moves(position);
    if (!legal && !legal_moves(position.passed()))
        return {closed(finished(position), player), kPass};
    if (depth == 1) {
        const Valued best = best_leaf(position, legal, player, alphas);
        closed(best.value, player);
        return best;
    }

    const int other = 1 - player;
    const std::vector<Child> children = sorted_children(position, legal);
    Valued best{-kInfinity, children.front().move};
    for (const Child& child : children) {
        const double reply = value(child.position, other, depth - 1, alphas).value;
        table_.keep(child.position, reply);
        if (-reply > best.value) {
            best = {-reply, child.move};
            alphas[player] = std::max(alphas[player], best.value);
        }
        // Elsewhere the other player is sure of more than he would get here.
        if (-best.value <= alphas[other]) break;
    }
    closed(best.value, player);
    return best;
}

// One ply before the depth is reached the children are not searched, only evaluated.
Maximax::Valued Maximax::best_leaf(const Position& position, Bits legal, int player,
                                   const Alphas& alphas) {
    const auto value_of = [&](const Position& child) {
        if (trace_) [[unlikely]]
            trace_->open(child, alphas[0], -alphas[1], false, evaluations_);
        if (kind_.is_over(child)) return closed(-finished(child), player);
        reached_its_depth_ = true;
        return closed(-evaluated(child), player);
    };
    if (!legal) return {value_of(position.passed()), kPass};
    Valued best{-kInfinity, lowest(legal)};
    for (Square square : squares(legal)) {
        const double value = value_of(position.played(square));
        if (value > best.value) best = {value, square};
    }
    return best;
}

// Those that an earlier search has valued come first, then those that only look good.
std::vector<Maximax::Child> Maximax::sorted_children(const Position& position, Bits legal) {
    if (!legal) return {{position.passed(), kPass, false, 0}};
    std::vector<Child> children;
    children.reserve(count(legal));
    for (Square square : squares(legal)) {
        const Position child = position.played(square);
        const double* known = table_.find(child);
        const double value = known                  ? *known
                             : kind_.is_over(child) ? finished(child)
                                                    : evaluated(child);
        children.push_back({child, square, known != nullptr, -value});
    }
    std::ranges::sort(children, [](const Child& one, const Child& other) {
        if (one.in_table != other.in_table) return one.in_table;
        if (one.value != other.value) return one.value > other.value;
        return one.move < other.move;
    });
    if (trace_) [[unlikely]] {
        std::vector<SortedMove> order;
        for (const Child& child : children)
            order.push_back({child.move, child.value, child.in_table});
        trace_->sort(std::move(order));
    }
    return children;
}

Found maximax(const Position& position, int depth, const Heuristic& heuristic, Watch& watch,
              Trace* trace) {
    return Maximax(heuristic, watch, kTableEntries, trace)(position, depth);
}

}  // namespace obversi::textbook
