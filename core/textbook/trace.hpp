// A record of a search: the positions in the order in which they are opened, each with its window
// and, once it is closed, its value. Searches fill one only if they are given one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

#include "core/board/position.hpp"

namespace obversi::textbook {

class TraceTooLong : public std::exception {
  public:
    const char* what() const noexcept override { return "the search has too many nodes"; }
};

// A move in the order in which maximax tries it, and the value that it is sorted by.
struct SortedMove {
    Square move;
    double value;   // to the player to move
    bool in_table;  // whether an earlier search has found the value
};

// Windows and values are as the player to move at the root sees them.
struct TraceNode {
    Position position;
    std::uint32_t parent;  // the index of its parent; that of the root is 0
    Square move;           // that led here
    double alpha;
    double beta;
    bool is_searched;  // or only evaluated, as the last ply of maximax is
    std::uint64_t evaluations_before;
    std::uint64_t evaluations_after = 0;
    double value = 0;
    std::vector<SortedMove> order = {};
};

class Trace {
  public:
    // A search that opens more nodes is ended by TraceTooLong.
    explicit Trace(std::size_t most_nodes) : most_nodes_(most_nodes) {}

    // `evaluations` is how many there have been so far, here and below.
    void open(const Position& position, double alpha, double beta, bool is_searched,
              std::uint64_t evaluations) {
        if (nodes_.size() == most_nodes_) throw TraceTooLong();
        const auto index = static_cast<std::uint32_t>(nodes_.size());
        const std::uint32_t parent = path_.empty() ? 0 : path_.back();
        const Square move = path_.empty() ? kPass : move_between(nodes_[parent].position, position);
        nodes_.push_back({position, parent, move, alpha, beta, is_searched, evaluations});
        path_.push_back(index);
    }
    void sort(std::vector<SortedMove> order) { nodes_[path_.back()].order = std::move(order); }

    // Closes the node that was opened last and is still open.
    void close(double value, std::uint64_t evaluations) {
        TraceNode& node = nodes_[path_.back()];
        node.value = value;
        node.evaluations_after = evaluations;
        path_.pop_back();
    }

    const std::vector<TraceNode>& nodes() const { return nodes_; }

  private:
    static Square move_between(const Position& before, const Position& after) {
        const Bits placed = (after.own | after.opp) & ~(before.own | before.opp);
        return placed ? lowest(placed) : kPass;
    }

    std::size_t most_nodes_;
    std::vector<TraceNode> nodes_;
    std::vector<std::uint32_t> path_;  // from the root to the node that is open
};

}  // namespace obversi::textbook
