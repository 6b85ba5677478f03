// The textbook searches against the whole tree, laid out by the slow rules and searched by code
// that is written otherwise: the same values, moves and counts.
#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "core/tests/random_heuristic.hpp"
#include "core/textbook/alpha_beta.hpp"
#include "core/textbook/maximax.hpp"
#include "core/textbook/minimax.hpp"
#include "core/textbook/negamax.hpp"

namespace obversi::textbook::textbook_test {
namespace {

using reference::kFinished;
using reference::kRules;
using reference::kSizes;
using reference::RandomHeuristic;
using reference::some_position;

struct Tree {
    Position position;
    Square move;           // that led here
    bool is_over = false;  // else a leaf is where the depth was reached
    double value = 0;      // of a leaf, to its mover
    std::vector<Tree> children = {};
};

double slow_finished_value(const Position& position, const Heuristic& heuristic) {
    const auto [size, rules, board] = heuristic.kind();
    const int margin = reference::Endgame(size, rules).final_margin(position.own, position.opp);
    switch (heuristic.finished()) {
        case Finished::margin:
            return 1e6 * margin;
        case Finished::result:
            return margin == 0 ? 0 : margin > 0 ? 1 : -1;
        default:
            return heuristic.value(position);
    }
}

Tree laid_out(const Position& position, int depth, const Heuristic& heuristic,
              Square move = kPass) {
    const int size = heuristic.kind().size;
    Tree tree{position, move};
    if (reference::is_over(position, size)) {
        tree.is_over = true;
        tree.value = slow_finished_value(position, heuristic);
    } else if (depth == 0) {
        tree.value = heuristic.value(position);
    } else if (reference::must_pass(position, size)) {
        tree.children.push_back(laid_out(position.passed(), depth - 1, heuristic));
    } else {
        const auto legal = reference::stepwise_moves(position.own, position.opp, size);
        for (Square square = 0; square < 64; ++square)
            if (legal >> square & 1)
                tree.children.push_back(
                    laid_out(reference::after(position, square), depth - 1, heuristic, square));
    }
    return tree;
}

std::uint64_t all_nodes(const Tree& tree) {
    std::uint64_t nodes = 1;
    for (const Tree& child : tree.children) nodes += all_nodes(child);
    return nodes;
}
std::uint64_t all_evaluations(const Tree& tree) {
    if (tree.children.empty()) return !tree.is_over;
    std::uint64_t evaluations = 0;
    for (const Tree& child : tree.children) evaluations += all_evaluations(child);
    return evaluations;
}

double leaf_to_root(const Tree& leaf, int ply, LeafView view) {
    return view == LeafView::root && ply % 2 ? -leaf.value : leaf.value;
}

// To the player to move at the root, `ply` moves before.
double minimax_value(const Tree& tree, int ply, LeafView view) {
    if (tree.children.empty()) return leaf_to_root(tree, ply, view);
    std::vector<double> values;
    for (const Tree& child : tree.children) values.push_back(minimax_value(child, ply + 1, view));
    return ply % 2 ? *std::ranges::min_element(values) : *std::ranges::max_element(values);
}
Found slow_minimax(const Tree& tree, int depth, LeafView view = LeafView::root) {
    Found found{.value = minimax_value(tree, 0, view), .depth = depth};
    for (auto child = tree.children.rbegin(); child != tree.children.rend(); ++child)
        if (minimax_value(*child, 1, view) == found.value) found.move = child->move;
    found.nodes = all_nodes(tree);
    found.evaluations = all_evaluations(tree);
    return found;
}

// One window in the root's view, which MAX narrows from below and MIN from above; a value is never
// outside. Counts what it comes by.
double windowed(const Tree& tree, int ply, double low, double high, LeafView view, Found& counts) {
    ++counts.nodes;
    if (tree.children.empty()) {
        counts.evaluations += !tree.is_over;
        return std::clamp(leaf_to_root(tree, ply, view), low, high);
    }
    double& moved = ply % 2 ? high : low;
    for (const Tree& child : tree.children) {
        if (low >= high) break;
        const double value = windowed(child, ply + 1, low, high, view, counts);
        if (value != moved && ply == 0) counts.move = child.move;
        moved = value;
    }
    return moved;
}
Found slow_alpha_beta(const Tree& tree, int depth, LeafView view = LeafView::root) {
    Found found{.depth = depth};
    found.value = windowed(tree, 0, -kInfinity, kInfinity, view, found);
    return found;
}

// What maximax remembers, and the order that follows from it; the search is alpha-beta in the
// mover's view, with the cut-off before the next child and not after the last.
class SlowMaximax {
  public:
    explicit SlowMaximax(const Heuristic& heuristic) : heuristic_(heuristic) {}

    Found search(const Tree& tree, int depth) {
        Found found = search(tree, depth, -kInfinity, kInfinity);
        found.depth = depth;
        found.nodes = nodes_;
        found.evaluations = evaluations_;
        return found;
    }

  private:
    Found search(const Tree& tree, int depth, double alpha, double beta) {
        ++nodes_;
        if (tree.children.empty()) return {.value = tree.value};
        std::vector<std::pair<std::pair<bool, double>, const Tree*>> order;
        for (const Tree& child : tree.children) {
            const auto known = values_.find({child.position.own, child.position.opp});
            std::pair<bool, double> key;
            if (depth == 1)
                key = {false, child.value};
            else if (known != values_.end())
                key = {false, known->second};
            else
                key = {true, child.is_over ? child.value : heuristic_.value(child.position)};
            const bool is_judged = depth == 1 || (key.first && child.move != kPass);
            evaluations_ += is_judged && !child.is_over;
            order.push_back({key, &child});
        }
        std::ranges::stable_sort(order, {}, [](const auto& entry) { return entry.first; });
        if (depth == 1) return {.value = -order[0].second->value, .move = order[0].second->move};
        Found best{.value = -kInfinity};
        for (const auto& [key, child] : order) {
            if (best.value >= beta) break;
            const double reply =
                search(*child, depth - 1, -beta, -std::max(alpha, best.value)).value;
            values_[{child->position.own, child->position.opp}] = reply;
            if (-reply > best.value) best = {.value = -reply, .move = child->move};
        }
        return best;
    }

    const Heuristic& heuristic_;
    std::map<std::pair<Bits, Bits>, double> values_;
    std::uint64_t nodes_ = 0, evaluations_ = 0;
};

void check_equal(const Found& found, const Found& expected) {
    CHECK(found.value == expected.value);
    CHECK(found.move == expected.move);
    CHECK(found.depth == expected.depth);
    CHECK(found.nodes == expected.nodes);
    CHECK(found.evaluations == expected.evaluations);
}

// The given number of positions of every game, with every kind of finished value; the depth is 1 to
// 4, and half the evaluations know only three values.
void for_random_searches(
    int positions, std::uint64_t seed,
    const std::function<void(const Position&, int depth, const Heuristic&)>& check) {
    std::mt19937_64 random(seed);
    for (int size : kSizes)
        for (Rules rules : kRules)
            for (Finished finished : kFinished)
                for (int i = 0; i < positions; ++i) {
                    const RandomHeuristic heuristic(GameKind(size, rules), finished,
                                                    i % 2 ? 3 : 1 << 20);
                    const Position position = some_position(random, size);
                    const int depth = 1 + static_cast<int>(random() % 4);
                    CAPTURE(size);
                    CAPTURE(rules == Rules::reversed);
                    CAPTURE(static_cast<int>(finished));
                    CAPTURE(i);
                    CAPTURE(position.own);
                    CAPTURE(position.opp);
                    CAPTURE(depth);
                    check(position, depth, heuristic);
                }
}

TEST_CASE("plain searches find and count the same as slow code") {
    int passes = 0, ends = 0;
    for_random_searches(
        12, 1, [&](const Position& position, int depth, const Heuristic& heuristic) {
            const Tree tree = laid_out(position, depth, heuristic);
            passes += tree.children[0].move == kPass;
            ends += all_evaluations(tree) == 0;
            Watch watch;
            for (LeafView view : {LeafView::root, LeafView::mover}) {
                check_equal(minimax(position, depth, heuristic, watch, view),
                            slow_minimax(tree, depth, view));
                check_equal(alpha_beta(position, depth, heuristic, watch, view),
                            slow_alpha_beta(tree, depth, view));
            }
            check_equal(negamax(position, depth, heuristic, watch), slow_alpha_beta(tree, depth));
        });
    CHECK(passes > 0);
    CHECK(ends > 0);
}

TEST_CASE("maximax sorts, remembers and counts as slow code does") {
    for_random_searches(12, 2, [](const Position& position, int depth, const Heuristic& heuristic) {
        Watch watch;
        Maximax deepened(heuristic, watch);
        SlowMaximax slow(heuristic);
        for (int reach = 1; reach <= depth; ++reach) {
            const Tree tree = laid_out(position, reach, heuristic);
            const Found found = deepened(position, reach);
            check_equal(found, slow.search(tree, reach));
            check_equal(maximax(position, reach, heuristic, watch),
                        SlowMaximax(heuristic).search(tree, reach));
        }
    });
}

TEST_CASE("cut-offs and sorting never change the value, nor find a worse move") {
    for_random_searches(
        556, 3, [](const Position& position, int depth, const Heuristic& heuristic) {
            Watch watch;
            const Found expected = minimax(position, depth, heuristic, watch);
            for (const Found& found : {alpha_beta(position, depth, heuristic, watch),
                                       negamax(position, depth, heuristic, watch)}) {
                CHECK(found.value == expected.value);
                CHECK(found.move == expected.move);
            }

            const auto check_maximax = [&](const Found& found) {
                CHECK(found.value == expected.value);
                if (found.move == expected.move) return;
                const Position next = position.played(found.move);
                const double value = heuristic.kind().is_over(next) ? heuristic.finished_value(next)
                                     : depth == 1
                                         ? heuristic.value(next)
                                         : minimax(next, depth - 1, heuristic, watch).value;
                CHECK(-value == expected.value);
            };
            check_maximax(maximax(position, depth, heuristic, watch));
            Maximax deepened(heuristic, watch), forgetful(heuristic, watch, 5);
            for (int reach = 1; reach < depth; ++reach) {
                deepened(position, reach);
                forgetful(position, reach);
            }
            check_maximax(deepened(position, depth));
            check_maximax(forgetful(position, depth));
        });
}

TEST_CASE("the mover's view of the leaves turns the sign of odd depths") {
    const RandomHeuristic heuristic(GameKind(8, Rules::normal), Finished::margin, 1 << 20);
    Watch watch;
    const auto value = [&](int depth, LeafView view) {
        return minimax(Position::start(8), depth, heuristic, watch, view).value;
    };
    CHECK(value(2, LeafView::root) == value(2, LeafView::mover));
    // One ply: the move that is best for the opponent.
    double best_for_opponent = -kInfinity;
    for (Square square : squares(Position::start(8).legal_moves(8)))
        best_for_opponent =
            std::max(best_for_opponent, heuristic.value(Position::start(8).played(square)));
    CHECK(value(1, LeafView::mover) == best_for_opponent);
    CHECK(value(1, LeafView::root) != best_for_opponent);
}

TEST_CASE("infinite values still find a legal move") {
    class Hopeless : public Heuristic {
      public:
        using Heuristic::Heuristic;
        double value(const Position&) const override { return hope; }
        double hope = -kInfinity;
    };
    Hopeless heuristic(GameKind(8, Rules::normal), Finished::margin);
    const Position start = Position::start(8);
    Watch watch;
    for (double hope : {-kInfinity, kInfinity}) {
        heuristic.hope = hope;
        for (int depth : {1, 2, 3})
            for (const Found& found : {minimax(start, depth, heuristic, watch),
                                       alpha_beta(start, depth, heuristic, watch),
                                       negamax(start, depth, heuristic, watch),
                                       maximax(start, depth, heuristic, watch)}) {
                CAPTURE(depth);
                CHECK(found.move == lowest(start.legal_moves(8)));
            }
    }
}

TEST_CASE("an interrupt ends every search") {
    struct Stop {};
    const RandomHeuristic heuristic(GameKind(8, Rules::reversed), Finished::margin, 1 << 20);
    const Position start = Position::start(8);
    Watch watch([] { throw Stop(); });
    CHECK_THROWS_AS(minimax(start, 60, heuristic, watch), Stop);
    CHECK_THROWS_AS(alpha_beta(start, 60, heuristic, watch), Stop);
    CHECK_THROWS_AS(negamax(start, 60, heuristic, watch), Stop);
    CHECK_THROWS_AS(maximax(start, 60, heuristic, watch), Stop);
}

// The positions of a search without cut-offs, in the order in which it opens them.
void check_plain_trace(const std::vector<TraceNode>& nodes, const Tree& tree, int ply,
                       std::size_t parent, std::size_t& next) {
    REQUIRE(next < nodes.size());
    const std::size_t here = next++;
    const TraceNode& node = nodes[here];
    CHECK(node.position == tree.position);
    CHECK(node.move == tree.move);
    CHECK(node.parent == parent);
    CHECK(node.value == minimax_value(tree, ply, LeafView::root));
    for (const Tree& child : tree.children) check_plain_trace(nodes, child, ply + 1, here, next);
}

// A trace has what its search counts, and its values and windows are the root's view.
void check_trace(const Trace& trace, const Found& traced, const Found& alone) {
    check_equal(traced, alone);
    std::uint64_t searched = 0;
    for (const TraceNode& node : trace.nodes()) {
        const TraceNode& parent = trace.nodes()[node.parent];
        searched += node.is_searched;
        CHECK(node.alpha < node.beta);
        CHECK(node.alpha >= parent.alpha);
        CHECK(node.beta <= parent.beta);
        CHECK(node.evaluations_before >= parent.evaluations_before);
        CHECK(node.evaluations_after <= parent.evaluations_after);
    }
    CHECK(searched == alone.nodes);
    CHECK(trace.nodes()[0].value == alone.value);
    CHECK(trace.nodes()[0].evaluations_after == alone.evaluations);
}

TEST_CASE("a trace has every position of a search, and changes nothing") {
    constexpr std::size_t kMost = 1'000'000;
    for_random_searches(4, 9, [](const Position& position, int depth, const Heuristic& heuristic) {
        Watch watch;
        Trace plain(kMost), pruned(kMost), sorted(kMost);
        check_trace(plain, minimax(position, depth, heuristic, watch, LeafView::root, &plain),
                    minimax(position, depth, heuristic, watch));
        check_trace(pruned, alpha_beta(position, depth, heuristic, watch, LeafView::root, &pruned),
                    alpha_beta(position, depth, heuristic, watch));
        check_trace(sorted, maximax(position, depth, heuristic, watch, &sorted),
                    maximax(position, depth, heuristic, watch));
        std::size_t next = 0;
        check_plain_trace(plain.nodes(), laid_out(position, depth, heuristic), 0, 0, next);
        CHECK(next == plain.nodes().size());
    });
}

TEST_CASE("a search ends where its trace has no room") {
    const RandomHeuristic heuristic(GameKind(8, Rules::normal), Finished::margin, 1 << 20);
    const Position start = Position::start(8);
    Watch watch;
    Trace enough(1 + 4 + 12), too_short(16);
    CHECK(minimax(start, 2, heuristic, watch, LeafView::root, &enough).nodes == 17);
    CHECK_THROWS_AS(minimax(start, 2, heuristic, watch, LeafView::root, &too_short), TraceTooLong);
    CHECK(too_short.nodes().size() == 16);
}

TEST_CASE("a full table adds no positions, but updates stored ones") {
    constexpr std::size_t kMost = 3'000;  // grows twice on the way
    ValueTable table(kMost);
    const auto position = [](std::size_t i) { return Position{i + 1, ~Bits{i}}; };
    CHECK(table.find(position(0)) == nullptr);
    for (std::size_t i = 0; i < kMost; ++i) table.keep(position(i), static_cast<double>(i));
    CHECK(table.entries() == kMost);
    table.keep(position(kMost), 1.0);
    CHECK(table.find(position(kMost)) == nullptr);
    CHECK(table.entries() == kMost);
    table.keep(position(7), -7.0);
    bool all_found = true;
    for (std::size_t i = 0; i < kMost; ++i) {
        const double* value = table.find(position(i));
        all_found = all_found && value && *value == (i == 7 ? -7.0 : static_cast<double>(i));
    }
    CHECK(all_found);
    CHECK(table.entries() == kMost);
}

}  // namespace
}  // namespace obversi::textbook::textbook_test
