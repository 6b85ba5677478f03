#include "core/textbook/mcts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "core/bulk/random_game.hpp"

namespace obversi::textbook {
namespace {

constexpr std::uint64_t kMostPlayouts = std::numeric_limits<std::uint32_t>::max();

Position after(const Position& position, Square move) {
    return move == kPass ? position.passed() : position.played(move);
}

int move_count(const Position& position, const GameKind& kind) {
    if (const Bits legal = kind.legal_moves(position)) return count(legal);
    return kind.legal_moves(position.passed()) ? 1 : 0;
}

// Whether one move was won more often than another by more than two standard errors. Each counts a
// win and a loss more (Agresti and Caffo 2000), so that few games with one result are no proof.
bool is_surely_better(const MctsMove& one, const MctsMove& other) {
    const auto share = [](const MctsMove& tried) {
        return (tried.value * static_cast<double>(tried.visits) + 1) /
               static_cast<double>(tried.visits + 2);
    };
    const auto variance = [&](const MctsMove& tried) {
        return share(tried) * (1 - share(tried)) / static_cast<double>(tried.visits + 2);
    };
    return share(one) - share(other) > 2 * std::sqrt(variance(one) + variance(other));
}

template <int Size>
int random_margin(const Position& start, Rules rules, Random random) {
    RandomGame<Size> game(start, random);
    game.play_out();
    return game.result(rules).margin;
}

}  // namespace

double MctsFound::lead_over(Square other) const {
    const auto tried = std::ranges::find(moves, other, &MctsMove::move);
    if (tried == moves.end() || !is_surely_better(moves.front(), *tried)) return 0;
    return value - tried->value;
}

MctsFound Mcts::search(const Position& root, std::uint64_t seed, Watch& watch) {
    // All the room at once: a list that moves when it grows would hold up a search against time.
    nodes_.reserve(settings_.most_nodes);
    nodes_.assign(1, Node{.moves = static_cast<std::uint8_t>(move_count(root, kind_))});
    tree_size_ = 1;
    const std::uint64_t most = settings_.playouts > 0 ? settings_.playouts : kMostPlayouts;
    try {
        std::optional<Watch::TimeLimit> limit;
        if (settings_.seconds > 0) limit.emplace(watch, settings_.seconds);
        for (std::uint64_t i = 0; i < std::min(most, kMostPlayouts); ++i) {
            play_once(root, Random(seed, i));
            watch.visit();
        }
    } catch (const OutOfTime&) {
    }
    return found();
}

void Mcts::play_once(const Position& root, Random random) {
    Position position = root;
    Index at = 0;
    path_.assign(1, at);
    // Selection: down the tree, as long as every move has been tried.
    while (nodes_[at].tried == nodes_[at].moves && nodes_[at].moves > 0) {
        at = best_child(nodes_[at]);
        position = after(position, nodes_[at].move);
        path_.push_back(at);
    }
    // Expansion: one move more.
    const bool is_expanded = nodes_[at].tried < nodes_[at].moves && has_room(at);
    if (is_expanded) {
        const Square move = untried_move(nodes_[at], position, random);
        position = after(position, move);
        at = expand(at, move, position);
        path_.push_back(at);
    }
    // Simulation, and backpropagation.
    const double won = reward(position, random);
    if (trace_) record(is_expanded, won);
    back_up(won);
}

// The one with the largest value + c·√(ln N / n). Each child keeps its 1/√n, which is looked at far
// more often than it changes.
Mcts::Index Mcts::best_child(const Node& node) const {
    const double scale = settings_.exploration * std::sqrt(std::log(node.visits));
    Index best = node.first_child;
    double best_bound = -1;
    for (Index child = node.first_child; child < node.first_child + node.tried; ++child) {
        const double bound = nodes_[child].value + scale * nodes_[child].doubt;
        if (bound > best_bound) {
            best_bound = bound;
            best = child;
        }
    }
    return best;
}

// The moves of the root always have.
bool Mcts::has_room(Index at) const {
    const Node& node = nodes_[at];
    return at == 0 || node.tried > 0 || nodes_.size() + node.moves <= settings_.most_nodes;
}

Square Mcts::untried_move(const Node& node, const Position& position, Random& random) const {
    Bits untried = kind_.legal_moves(position);
    if (!untried) return kPass;
    for (Index child = node.first_child; child < node.first_child + node.tried; ++child)
        untried ^= bit(nodes_[child].move);
    return nth_square(untried, random.below(count(untried)));
}

Mcts::Index Mcts::expand(Index at, Square move, const Position& position) {
    if (nodes_[at].tried == 0) {
        nodes_[at].first_child = static_cast<Index>(nodes_.size());
        nodes_.resize(nodes_.size() + nodes_[at].moves);
    }
    ++tree_size_;
    const Index child = nodes_[at].first_child + nodes_[at].tried++;
    nodes_[child].move = static_cast<std::uint8_t>(move);
    nodes_[child].moves = static_cast<std::uint8_t>(move_count(position, kind_));
    return child;
}

// Of a random game, to the player to move at its beginning. A finished game is its own result.
double Mcts::reward(const Position& leaf, Random random) const {
    const int margin = kind_.size == 8   ? random_margin<8>(leaf, kind_.rules, random)
                       : kind_.size == 6 ? random_margin<6>(leaf, kind_.rules, random)
                                         : random_margin<4>(leaf, kind_.rules, random);
    return margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
}

void Mcts::record(bool is_expanded, double reward) const {
    MctsRound round{.moves = {}, .is_expanded = is_expanded, .reward = reward};
    for (std::size_t i = 1; i < path_.size(); ++i) round.moves.push_back(nodes_[path_[i]].move);
    trace_->push_back(std::move(round));
}

// A node counts what the player before it has won, who chose it: the other one at every step.
void Mcts::back_up(double reward) {
    for (auto at = path_.rbegin(); at != path_.rend(); ++at) {
        reward = 1 - reward;
        Node& node = nodes_[*at];
        ++node.visits;
        node.value += (reward - node.value) / node.visits;
        node.doubt = 1 / std::sqrt(static_cast<float>(node.visits));
    }
}

MctsFound Mcts::found() const {
    const Node& root = nodes_.front();
    MctsFound found;
    found.playouts = root.visits;
    found.nodes = tree_size_;
    for (Index child = root.first_child; child < root.first_child + root.tried; ++child)
        found.moves.push_back({nodes_[child].move, nodes_[child].visits, nodes_[child].value});
    std::ranges::sort(found.moves, [](const MctsMove& one, const MctsMove& other) {
        return std::tuple(other.visits, other.value, one.move) <
               std::tuple(one.visits, one.value, other.move);
    });
    found.move = found.moves.front().move;
    found.value = found.moves.front().value;
    return found;
}

}  // namespace obversi::textbook
