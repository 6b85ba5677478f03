// Monte Carlo tree search by UCT (Kocsis and Szepesvári 2006): random games from the leaves of a
// tree that grows at the most promising moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "core/board/game_kind.hpp"
#include "core/bulk/random.hpp"
#include "core/textbook/watch.hpp"

namespace obversi::textbook {

// Zero playouts or seconds mean that they are not limited. Playouts are counted in 32 bits: a
// search ends after 2^32 of them in any case, which takes hours.
struct MctsSettings {
    std::uint64_t playouts = 0;
    double seconds = 0;
    double exploration = std::numbers::sqrt2;
    // The maximum number of nodes, of 24 bytes each. A full tree stops growing; playouts then begin
    // at its leaves.
    std::size_t most_nodes = std::size_t{1} << 21;
};

// Values are what a player wins on average: 1 for a game won, 1/2 for a draw, 0 for a loss.
struct MctsMove {
    Square move;
    std::uint64_t visits;
    double value;  // to the player who makes the move
};

struct MctsFound {
    Square move = kPass;  // the one with the most visits
    double value = 0;     // of that move
    std::uint64_t playouts = 0;
    std::uint64_t nodes = 0;      // positions in the tree
    std::vector<MctsMove> moves;  // those that were tried, the most visited first

    // The lead of the move with the most visits over another one, in the share of won games. 0
    // where chance may explain the difference, as up to two standard errors, and for a move that
    // was not tried.
    double lead_over(Square other) const;
};

// One round of a search: the moves from the root to where the random game begins.
struct MctsRound {
    std::vector<Square> moves;
    bool is_expanded;  // whether the last move is new in the tree
    double reward;     // to the player to move where the random game begins
};

class Mcts {
  public:
    // The rounds are appended to `trace`, if there is one.
    Mcts(const GameKind& kind, const MctsSettings& settings,
         std::vector<MctsRound>* trace = nullptr)
        : kind_(kind), settings_(settings), trace_(trace) {}

    // For a game that is not over. At least one game is played; a visit to a finished one counts.
    // Without a limit of time the seed alone decides. Sets and clears the deadline of the watch.
    MctsFound search(const Position& root, std::uint64_t seed, Watch& watch);

    // For the searches from now on; 0 is no limit.
    void limit_seconds(double seconds) { settings_.seconds = seconds; }

  private:
    using Index = std::uint32_t;  // in the list of all nodes

    // A move that was tried, and the position after it. The moves from there are neighbours in the
    // list; there is room for all of them as soon as one is tried.
    struct Node {
        double value = 0;  // the mean of what the player who made the move has won
        float doubt = 0;   // 1/√visits
        std::uint32_t visits = 0;
        Index first_child = 0;
        std::uint8_t tried = 0;
        std::uint8_t moves = 0;  // a pass is one; in a finished game there is none
        std::uint8_t move = kPass;
    };

    void play_once(const Position& root, Random random);
    Index best_child(const Node& node) const;
    bool has_room(Index at) const;
    Square untried_move(const Node& node, const Position& position, Random& random) const;
    Index expand(Index at, Square move, const Position& position);
    double reward(const Position& leaf, Random random) const;
    void record(bool is_expanded, double reward) const;
    void back_up(double reward);
    MctsFound found() const;

    GameKind kind_;
    MctsSettings settings_;
    std::vector<MctsRound>* trace_;
    std::vector<Node> nodes_;      // the root first
    std::uint64_t tree_size_ = 0;  // of these, the positions that were reached
    std::vector<Index> path_;      // from the root to where the game begins
};

}  // namespace obversi::textbook
