// The search of one thread: null windows and principal variations over the table, in the middle
// game to a depth, near the end of the game to the end.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

#include "core/search/node.hpp"
#include "core/search/probcut.hpp"
#include "core/search/search_order.hpp"
#include "core/search/solver.hpp"
#include "core/search/split.hpp"
#include "core/search/table.hpp"

namespace obversi {

using Clock = std::chrono::steady_clock;

// What the threads of one search have in common.
struct Shared {
    Table& table;
    ThreadPool& pool;
    const Evaluation* evaluation = nullptr;
    Switches switches = {};
    ProbCut probcut = {};  // as far as this evaluation can be trusted
    std::atomic<bool> stop{false};
    const StopFlag* outer_stop = nullptr;  // of the caller; stops all searches
    std::atomic<std::uint64_t> nodes{0};
    std::uint64_t max_nodes = 0;  // 0: no limit
    Clock::time_point deadline = Clock::time_point::max();

    bool stopped() const { return stop.load(std::memory_order_relaxed); }
};

// A line of play, filled in from its end.
struct Variation {
    int length = 0;
    std::uint8_t moves[128];

    void begin_with(Square square, const Variation& rest) {
        moves[0] = static_cast<std::uint8_t>(square);
        std::copy_n(rest.moves, rest.length, moves + 1);
        length = rest.length + 1;
    }
};

// What a null-window search expects of a node: that one move is enough, or that all have to be
// searched. The first child of a node, or the child after a pass, is of the other kind.
enum class Expected { cut, all };
constexpr Expected other(Expected expected) {
    return expected == Expected::cut ? Expected::all : Expected::cut;
}

template <class V>
class Search {
    using Q = Quadrants<V::kSize>;

  public:
    Search(Shared& shared, int thread, std::vector<std::unique_ptr<Search>>& threads)
        : shared_(shared), thread_(thread), threads_(threads), solver_(shared.switches) {}

    void prepare() {
        solver_.nodes = 0;
        refutation_ = 0;
        solver_.order_by(shared_.evaluation->light());
        counted_ = 0;
    }

    // Below, depth >= node.n means: to the end of the game. Values are margins in discs, bounds
    // beyond the window (fail-soft). They mean nothing once interrupted() is true.

    int null_window(const Node& node, int alpha, int depth, Level level,
                    Expected expected = Expected::cut);
    // The value within (alpha, beta), and the line of play that leads to it.
    int principal(const Node& node, int alpha, int beta, int depth, Level level, Variation& line);

    // The value of a move, for the player who makes it; without a line by a null window.
    int search_child(const Node& node, const Move& move, int alpha, int beta, int depth,
                     Level level, Variation* line, Expected expected = Expected::cut);
    // A few plies without the table, for ordering and near the horizon.
    int quick(const Node& node, int alpha, int beta, int depth, Level level = kUnselective);
    // Whether the evaluation alone lies far enough beyond the window.
    bool static_cut(const Node& node, int alpha, int depth, Level level, int& value) const;

    // Whether to give up, since the whole search or the work of this thread is in vain.
    bool interrupted() {
        if (--polls_ <= 0 || solver_.nodes - counted_ > kNodesAPoll) poll();
        return shared_.stopped() || SplitPoint::is_cut(split_);
    }

    std::uint64_t uncounted_nodes() const { return solver_.nodes - counted_; }

  private:
    // The numbers of nodes of this search, or of the solver, between two looks at the clock.
    static constexpr int kPolls = 256;
    static constexpr std::uint64_t kNodesAPoll = 20000;

    // The bonus in units of the evaluation: with which searches of odd and even depths agree.
    static constexpr int kTempo = 112, kTempoAtEnd = 70, kTempoEmpties = 28;

    struct Job;

    void poll() {
        polls_ = kPolls;
        const std::uint64_t nodes =
            shared_.nodes.fetch_add(solver_.nodes - counted_, std::memory_order_relaxed) +
            (solver_.nodes - counted_);
        counted_ = solver_.nodes;
        if (Clock::now() >= shared_.deadline || (shared_.max_nodes && nodes >= shared_.max_nodes) ||
            (shared_.outer_stop && shared_.outer_stop->is_set()))
            shared_.stop.store(true, std::memory_order_relaxed);
    }

    int statically(const Node& node) const {
        return at_horizon(shared_.evaluation->value(node.features, node.position, node.n), node.n);
    }
    // The value of a position at the horizon with n empty squares, in discs. The player who moved
    // last chose what the evaluation finds worst for the other, so the other gets a bonus.
    static int at_horizon(int value, int n) { return in_discs(value + tempo(n)); }
    static constexpr int tempo(int n) {
        if (V::kReversed || V::kSize < 8) return 0;
        return kTempoAtEnd + (kTempo - kTempoAtEnd) * std::min(n, kTempoEmpties) / kTempoEmpties;
    }
    static int in_discs(int value) {
        constexpr int kHalf = Evaluation::kUnit / 2;
        const int discs = (value + (value >= 0 ? kHalf : -kHalf)) / Evaluation::kUnit;
        return std::clamp(discs, 1 - V::kSquares, V::kSquares - 1);
    }

    // Whether the bounds of the table may stand for this search.
    bool known_enough(const Known& known, int n, int depth, Level level) const {
        return known.reaches(depth, level) || (known.depth >= n && known.level == kUnselective);
    }

    // Whether a shallow search shows on which side of alpha the value is.
    bool probcut(const Node& node, int alpha, int depth, Level level, int& value);
    // Whether the table knows a reply good enough.
    bool child_decides(const Node& node, const MoveList& list, int alpha, int depth, Level level,
                       int& value);
    void order(const Node& node, MoveList& list, const Known& known, int depth);
    // Searches the moves of a node, those after the first with the help of idle threads.
    void share_moves(Job& job);
    // What each of the threads does at it.
    void search_moves(Job& job);

    Shared& shared_;
    const int thread_;
    std::vector<std::unique_ptr<Search>>& threads_;
    Solver<V> solver_;
    SplitPoint* split_ = nullptr;  // the innermost that this thread works at
    int polls_ = kPolls;
    // The last move that was enough, a ply before the horizon. It often is so again.
    Bits refutation_ = 0;
    int probes_ = 0;  // how many probcuts this search is below
    std::uint64_t counted_ = 0;
};

}  // namespace obversi
