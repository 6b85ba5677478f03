// Double-alpha maximax (R2): alpha-beta with one function for both players, who each bring what
// they are sure of elsewhere, and with the moves sorted by what an earlier search found.
#pragma once

#include <array>
#include <vector>

#include "core/textbook/search.hpp"
#include "core/textbook/value_table.hpp"

namespace obversi::textbook {

inline constexpr std::size_t kTableEntries = std::size_t{1} << 20;

// One after the other, for the same position to growing depths: each search sorts the moves by the
// table of those before it.
class Maximax : Search {
  public:
    Maximax(const Heuristic& heuristic, Watch& watch, std::size_t table_entries = kTableEntries,
            Trace* trace = nullptr)
        : Search(heuristic, watch, trace), table_(table_entries) {}

    // For a game that is not over, and a depth of 1 or more. Finds the value of minimax, and a move
    // that has it: of several the one that was sorted first. The counts go on from search to
    // search, one that was ended early included.
    Found operator()(const Position& position, int depth);

    // Whether the last search saw every line that it followed end, so that more depth is useless.
    bool saw_the_end() const { return !reached_its_depth_; }

    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t evaluations() const { return evaluations_; }

  private:
    // What each player is sure of, as he sees it; the one who searches is the first.
    using Alphas = std::array<double, 2>;
    struct Valued {
        double value;
        Square move;
    };
    struct Child {
        Position position;
        Square move;
        bool in_table;
        double value;  // to the player who moves there
    };

    Valued value(const Position& position, int player, int depth, Alphas alphas);
    Valued best_leaf(const Position& position, Bits legal, int player, const Alphas& alphas);
    // Returns the value of the position that was opened last, to this player.
    double closed(double value, int player) {
        if (trace_) [[unlikely]]
            Search::closed(player == 0 ? value : -value);
        return value;
    }
    std::vector<Child> sorted_children(const Position& position, Bits legal);

    ValueTable table_;
    bool reached_its_depth_ = false;
};

// One search without an earlier one.
Found maximax(const Position& position, int depth, const Heuristic& heuristic, Watch& watch,
              Trace* trace = nullptr);

}  // namespace obversi::textbook
