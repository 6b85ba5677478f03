// The search, written out.
#pragma once

#include "core/search/search.hpp"

namespace obversi {

// The solver takes over at this number of empty squares.
inline constexpr int kSolverEmpties = 12;
// From these depths on, to the end of the game or not, a node may be shared between threads, and
// its children are looked up before any is searched.
inline constexpr int kSplitDepthToEnd = 14, kSplitDepth = 6;
inline constexpr int kChildCutoffDepthToEnd = 14, kChildCutoffDepth = 5;
// From this depth on, to the end of the game, threads share even the first move of an all-node.
inline constexpr int kShareFirstDepth = 16;
// A probcut may use others on the way, but these no further ones.
inline constexpr int kProbes = 2;
// A cut-off by the evaluation alone needs this number of times the distance of others.
inline constexpr double kStaticFactor = 1.6;
// Keys below all others, whatever the weights say.
inline constexpr int kKnownBest = -(1 << 30), kKnownSecond = -(1 << 29);
// Near the horizon the table costs more time than it saves.
inline constexpr int kQuickDepth = 2;

// The moves of one node, searched by one thread or several.
template <class V>
struct Search<V>::Job final : SplitPoint {
    Job(Search& owner_, const Node& node_, MoveList& list_, int alpha_, int beta_, int depth_,
        Level level_, Variation* line_, Expected expected_ = Expected::cut)
        : SplitPoint(owner_.split_),
          owner(owner_),
          node(node_),
          list(list_),
          beta(beta_),
          depth(depth_),
          level(level_),
          line(line_),
          probes(owner_.probes_),
          expected(expected_),
          alpha(alpha_) {}

    void help(int thread) override {
        Search& search = *owner.threads_[thread];
        SplitPoint* const before = search.split_;
        const int probes_before = search.probes_;
        search.split_ = this;
        search.probes_ = probes;
        search.search_moves(*this);
        search.split_ = before;
        search.probes_ = probes_before;
    }

    bool shares_first() const {
        return expected == Expected::all && depth >= kShareFirstDepth && depth >= node.n;
    }

    bool has_work() const override { return next.load(std::memory_order_relaxed) < list.size(); }

    void report(Square square, int value, const Variation& rest) {
        std::unique_lock lock(mutex, std::defer_lock);
        if (offered) lock.lock();
        if (value <= best) return;
        best = value;
        best_move = square;
        if (value <= alpha.load(std::memory_order_relaxed)) return;
        if (line) line->begin_with(square, rest);
        if (value >= beta)
            cut();
        else
            alpha.store(value, std::memory_order_relaxed);
    }

    Search& owner;
    const Node& node;
    const MoveList& list;
    const int beta, depth;
    const Level level;
    Variation* const line;  // of a principal variation
    const int probes;
    const Expected expected;
    std::atomic<int> alpha;
    std::atomic<int> next{0};
    bool offered = false;
    std::mutex mutex;
    int best = kNoMargin;
    Square best_move = kPass;
};

template <class V>
int Search<V>::quick(const Node& node, int alpha, int beta, int depth, Level level) {
    ++solver_.nodes;
    if (depth <= 0) return statically(node);
    const Bits own = node.position.own, opp = node.position.opp;
    const Bits legal = V::legal(own, opp);
    if (!legal) {
        if (!V::legal(opp, own)) return V::final_margin(own, opp);
        return -quick(node.passed(*shared_.evaluation), -beta, -alpha, depth, level);
    }
    int best = kNoMargin;
    if (static_cut(node, alpha, depth, level, best)) return best;
    const Evaluation& evaluation = *shared_.evaluation;
    if (depth == 1) {
        const auto try_all = [&](Bits group) {
            for (const Square square : squares(group)) {
                ++solver_.nodes;
                const Bits turned = flips(square, own, opp);
                const int value =
                    turned == opp ? V::by_rules(V::kSquares)
                                  : -at_horizon(evaluation.value_after(node.features, node.position,
                                                                       square, turned, node.n),
                                                node.n - 1);
                best = std::max(best, value);
                if (best >= beta) {
                    refutation_ = bit(square);
                    return true;
                }
            }
            return false;
        };
        if (try_all(legal & refutation_)) return best;
        for (const Bits group : SearchOrder<V>::groups(legal & ~refutation_))
            if (try_all(group)) break;
        return best;
    }
    MoveList list(node.position, legal);
    // With a null window one good move is enough, and the number of replies is a cheap way to find
    // it.
    const bool cheaply = beta == alpha + 1 && depth == 2;
    for (Move& move : list)
        move.key = cheaply ? SearchOrder<V>::quick_key(node.position, move)
                           : evaluation.value_after(node.features, node.position, move.square,
                                                    move.turned, node.n);
    for (int i = 0; i < list.size(); ++i) {
        const Move& move = list.next(i);
        const int value = move.turned == opp
                              ? V::by_rules(V::kSquares)
                              : -quick(node.played<V>(move.square, move.turned, evaluation), -beta,
                                       -std::max(alpha, best), depth - 1);
        best = std::max(best, value);
        if (best >= beta) break;
    }
    return best;
}

template <class V>
void Search<V>::order(const Node& node, MoveList& list, const Known& known, int depth) {
    const Evaluation& evaluation = *shared_.evaluation;
    const bool to_end = depth >= node.n;
    const int reply = to_end ? SearchOrder<V>::kReplyToEnd : SearchOrder<V>::kReplyToDepth;
    const int plies = shared_.switches.evaluation ? SearchOrder<V>::plies(depth, to_end) : 0;
    for (Move& move : list) {
        if (move.square == known.best || move.square == known.second) {
            move.key = move.square == known.best ? kKnownBest : kKnownSecond;
            continue;
        }
        const Position after = node.position.played(move.square, move.turned);
        const Bits replies = V::legal(after.own, after.opp);
        move.key =
            reply * count(replies) + SearchOrder<V>::kCornerReply * count(replies & V::kCorners);
        if (!shared_.switches.evaluation) continue;
        if (plies == 0)
            move.key += evaluation.value_after(node.features, node.position, move.square,
                                               move.turned, node.n);
        else
            move.key +=
                Evaluation::kUnit * quick(node.played<V>(move.square, move.turned, evaluation),
                                          -V::kSquares, V::kSquares, plies);
    }
    list.sort();
}

template <class V>
bool Search<V>::child_decides(const Node& node, const MoveList& list, int alpha, int depth,
                              Level level, int& value) {
    for (const Move& move : list) {
        const Position after = node.position.played(move.square, move.turned);
        shared_.table.prefetch(after.own, after.opp);
    }
    for (const Move& move : list) {
        const Position after = node.position.played(move.square, move.turned);
        Known known;
        if (!shared_.table.find(after.own, after.opp, known)) continue;
        if (known_enough(known, node.n - 1, depth - 1, level) && -known.upper > alpha) {
            value = -known.upper;
            return true;
        }
    }
    return false;
}

template <class V>
bool Search<V>::static_cut(const Node& node, int alpha, int depth, Level level, int& value) const {
    if (level == kUnselective || !shared_.switches.probcut || depth != ProbCut::kMinDepth ||
        !shared_.probcut.applies(node.n, depth))
        return false;
    const auto [mean, deviation] = shared_.probcut.error(node.n, depth);
    const double distance = kStaticFactor * kSelectivities[level].deviations * deviation;
    const int now = statically(node);
    if (now - (alpha + 1) >= distance - mean)
        value = alpha + 1;
    else if (alpha - now >= distance + mean)
        value = alpha;
    else
        return false;
    return true;
}

template <class V>
bool Search<V>::probcut(const Node& node, int alpha, int depth, Level level, int& value) {
    if (level == kUnselective || !shared_.switches.probcut || probes_ == kProbes ||
        !shared_.probcut.applies(node.n, depth))
        return false;
    const int shallow = ProbCut::shallow_depth(node.n, depth);
    const auto [mean, deviation] = shared_.probcut.error(node.n, depth);
    const double distance = kSelectivities[level].deviations * deviation;
    const int now = statically(node);
    const int beta = alpha + 1;
    const int above = beta + static_cast<int>(std::ceil(distance - mean));
    const int below = alpha - static_cast<int>(std::ceil(distance + mean));
    bool cut = false;
    ++probes_;
    if (now >= beta && above < V::kSquares) {
        if (null_window(node, above - 1, shallow, level) >= above) {
            value = beta;
            cut = true;
        }
    } else if (now <= alpha && below > -V::kSquares) {
        if (null_window(node, below, shallow, level) <= below) {
            value = alpha;
            cut = true;
        }
    }
    --probes_;
    return cut;
}

template <class V>
int Search<V>::search_child(const Node& node, const Move& move, int alpha, int beta, int depth,
                            Level level, Variation* line, Expected expected) {
    const Bits own = node.position.opp & ~move.turned;
    const Bits opp = node.position.own | move.turned | bit(move.square);
    if (own == 0) {
        if (line) line->length = 0;
        return V::by_rules(V::kSquares);
    }
    const int n = node.n - 1;
    if (!line && depth >= node.n && n <= kSolverEmpties)
        return -solver_.solve(own, opp, -beta, node.empties ^ bit(move.square),
                              node.parity ^ Q::kOf[move.square], n);
    shared_.table.prefetch(own, opp);
    const Node child = node.played<V>(move.square, move.turned, *shared_.evaluation);
    if (line) return -principal(child, -beta, -alpha, depth - 1, level, *line);
    return -null_window(child, -beta, depth - 1, level, expected);
}

template <class V>
void Search<V>::search_moves(Job& job) {
    const int split_depth = job.depth >= job.node.n ? kSplitDepthToEnd : kSplitDepth;
    for (;;) {
        const int i = job.next.fetch_add(1, std::memory_order_relaxed);
        if (i >= job.list.size()) return;
        if ((i > 0 || job.shares_first()) && !job.offered && job.depth >= split_depth &&
            i + 1 < job.list.size() && shared_.pool.has_idle()) {
            job.offered = true;
            split_ = &job;
            shared_.pool.offer(job);
        }
        const Move& move = job.list[i];
        const int alpha = job.alpha.load(std::memory_order_relaxed);
        Variation rest;
        int value;
        if (job.line && i == 0) {
            value = search_child(job.node, move, alpha, job.beta, job.depth, job.level, &rest);
        } else {
            value = search_child(job.node, move, alpha, alpha + 1, job.depth, job.level, nullptr,
                                 i == 0 ? other(job.expected) : Expected::cut);
            if (job.line && value > alpha && !interrupted())
                value = search_child(job.node, move, alpha, job.beta, job.depth, job.level, &rest);
        }
        if (interrupted()) return;
        job.report(move.square, value, rest);
        if (job.is_cut()) return;
    }
}

template <class V>
void Search<V>::share_moves(Job& job) {
    SplitPoint* const before = split_;
    search_moves(job);
    if (!job.offered) return;
    shared_.pool.take_back(job, thread_);
    split_ = before;
}

template <class V>
int Search<V>::null_window(const Node& node, int alpha, int depth, Level level, Expected expected) {
    const auto [own, opp] = node.position;
    depth = std::min(depth, node.n);
    const bool to_end = depth == node.n;
    if (to_end) {
        alpha |= 1;  // every margin at the end is even
        if (node.n <= kSolverEmpties)
            return solver_.solve(own, opp, alpha, node.empties, node.parity, node.n);
    } else if (depth <= kQuickDepth) {
        return quick(node, alpha, alpha + 1, depth, level);
    }
    if (interrupted()) return alpha;
    ++solver_.nodes;

    int value;
    if (to_end && shared_.switches.stability &&
        Solver<V>::stability_decides(own, opp, alpha, node.n, value))
        return value;
    Known known;
    if (shared_.switches.table && shared_.table.find(own, opp, known) &&
        known_enough(known, node.n, depth, level)) {
        if (known.lower > alpha) return known.lower;
        if (known.upper <= alpha) return known.upper;
    }
    const Bits legal = V::legal(own, opp);
    if (!legal) {
        if (!V::legal(opp, own)) return V::final_margin(own, opp);
        return -null_window(node.passed(*shared_.evaluation), ~alpha, depth, level,
                            other(expected));
    }
    MoveList list(node.position, legal);
    if (!V::kReversed)
        for (const Move& move : list)
            if (move.turned == opp) return V::kSquares;
    if (shared_.switches.table && shared_.switches.child_cutoffs &&
        depth >= (to_end ? kChildCutoffDepthToEnd : kChildCutoffDepth) &&
        child_decides(node, list, alpha, depth, level, value))
        return value;
    if (probcut(node, alpha, depth, level, value)) return value;

    Job job(*this, node, list, alpha, alpha + 1, depth, level, nullptr, expected);
    const bool shares_all = job.shares_first() && shared_.pool.has_idle();
    if (!shares_all && list.bring_to_front(known.best)) {
        // It was the best in an earlier search: often the others need not even be put in order.
        job.next = 1;
        const int first =
            search_child(node, list[0], alpha, alpha + 1, depth, level, nullptr, other(expected));
        if (interrupted()) return alpha;
        job.report(list[0].square, first, {});
    }
    if (!job.is_cut()) {
        order(node, list, known, depth);
        share_moves(job);
    }
    if (interrupted()) return alpha;
    if (shared_.switches.table)
        shared_.table.keep(own, opp, depth, level, alpha, alpha + 1, job.best, job.best_move);
    return job.best;
}

template <class V>
int Search<V>::principal(const Node& node, int alpha, int beta, int depth, Level level,
                         Variation& line) {
    line.length = 0;
    depth = std::min(depth, node.n);
    const auto [own, opp] = node.position;
    if (node.n > 0 && depth <= 0) return statically(node);
    if (interrupted()) return alpha;
    ++solver_.nodes;
    const Bits legal = V::legal(own, opp);
    if (!legal) {
        if (!V::legal(opp, own)) return V::final_margin(own, opp);
        Variation rest;
        const int value =
            -principal(node.passed(*shared_.evaluation), -beta, -alpha, depth, level, rest);
        line.begin_with(kPass, rest);
        return value;
    }
    Known known;
    if (shared_.switches.table && shared_.table.find(own, opp, known) &&
        known_enough(known, node.n, depth, level)) {
        // Only beyond the window, where no line of play is lost by it.
        if (known.lower >= beta) return known.lower;
        if (known.upper <= alpha) return known.upper;
    }
    MoveList list(node.position, legal);
    order(node, list, known, depth);
    Job job(*this, node, list, alpha, beta, depth, level, &line);
    share_moves(job);
    if (interrupted()) return alpha;
    if (shared_.switches.table)
        shared_.table.keep(own, opp, depth, level, alpha, beta, job.best, job.best_move);
    return job.best;
}

}  // namespace obversi
