// Games of the engine against itself, for learning: random at first, then as good as the engine
// plays with a random move now and then, and perfect from the moment it can be solved.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/bulk/random.hpp"
#include "core/evaluation/evaluation.hpp"
#include "core/search/engine.hpp"
#include "core/training/record.hpp"

namespace obversi {

struct SelfPlaySettings {
    int size = 8;
    Rules rules = Rules::normal;
    // Plies that a move is searched; 0 plays without search, mostly leaving few replies.
    int depth = 0;
    // With so many empty squares or fewer the margin is solved.
    int solve = 12;
    std::uint64_t seed = 0;
};

class SelfPlay {
  public:
    // Without an evaluation the engine has its own.
    SelfPlay(const SelfPlaySettings& settings, std::shared_ptr<const Evaluation> evaluation);

    // The positions of a game whose margin is known. They depend on the settings and the number of
    // the game alone, not on the games before it.
    std::vector<Record> play(std::uint32_t game);

  private:
    struct Ply {
        Position position;
        bool random;    // so that what follows says nothing about this position
        bool searched;  // so that margin is known
        int margin;
    };

    Position random_opening();
    // Plays until the rest can be solved or the game is over.
    Position play_to_solvable(Position position);
    // Follows best play to the end, now and then looking at another move; the mover's margin.
    int play_solved(Position position, bool with_siblings);
    void solve_sibling(const Position& position, Square best);
    // Gives the positions before the solved part the margin that play led to.
    void record_plies(int margin);
    void record(const Position& position, int margin, Source source);

    bool over(const Position& position) const;
    int empties(const Position& position) const;
    Square random_move(Bits moves);
    Square move_with_few_replies(const Position& position);
    Line search(const Position& position, bool exact);

    SelfPlaySettings settings_;
    int most_empties_;
    Engine engine_;
    Random random_;
    std::uint32_t game_ = 0;
    std::vector<Ply> plies_;
    std::vector<Record> records_;
};

}  // namespace obversi
