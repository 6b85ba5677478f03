// Games of the engine against itself, for learning: random at first, then as good as the engine
// plays with a random move now and then, and perfect from the moment it can be solved.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/board/game_kind.hpp"
#include "core/bulk/random.hpp"
#include "core/evaluation/evaluation.hpp"
#include "core/search/engine.hpp"
#include "core/training/game_record.hpp"

namespace obversi {

struct SelfPlaySettings {
    int size = 8;
    Rules rules = Rules::normal;
    // Plies that a move is searched; 0 plays without search, mostly leaving few replies.
    int depth = 0;
    // The margin is solved with at most this many empty squares.
    int solve = 12;
    std::uint64_t seed = 0;
    // The range of the number of random moves at the start. A game uses the smaller of two numbers
    // from this range, so that short random openings are the most frequent.
    int random_least = 4, random_most = 50;
    // In percent: of the searched moves of every second game, those that are random; of the
    // searched positions, those from which a branch begins; of the solved ones likewise.
    int noise = 10, branches = 0, siblings = 25;
};

class SelfPlay {
  public:
    // Without an evaluation the engine finds all positions equal. When `stop` is set, in any
    // thread, the game that is played throws Stopped.
    SelfPlay(const SelfPlaySettings& settings, std::shared_ptr<const Evaluation> evaluation,
             const StopFlag* stop = nullptr);

    // A game and its branches. In the searched part a branch begins as lines in a search tree do,
    // with a few plies in which one side plays at random; in the solved part, with another move
    // than the best one. They depend on the settings and the number alone, not on earlier games.
    std::vector<GameRecord> play(std::uint32_t number);

  private:
    // A game so far. A player who could not move has passed.
    struct Game {
        Position position;
        Bits legal;            // none: the game is over
        bool by_first = true;  // whether the player who made the first move is to move
        int ply = 0;
        GameRecord record;
    };

    Game begin(std::uint32_t number) const;
    void play_move(Game& game, Square move) const;
    void play_by_chance(Game& game, Bits choices);
    bool solvable(const Game& game) const;

    Game random_opening(std::uint32_t number);
    // Both add the beginnings of branches to `branches`. A game without it is a branch itself: it
    // has no noise and no branches.
    void play_to_solvable(Game& game, std::vector<Game>* branches);
    // Follows best play to the end.
    void play_solved(Game& game, std::vector<Game>* branches);
    void add_branch(const Game& game, Square best, std::vector<Game>& branches);
    void finish(Game& game);

    Square random_move(Bits moves);
    Square move_with_few_replies(const Game& game);
    // To the end of the game with depth 0.
    Line search(const Position& position, int depth);

    SelfPlaySettings settings_;
    GameKind kind_;
    Engine engine_;
    const StopFlag* stop_;
    Random random_;
    std::vector<Game> branches_;
    std::vector<GameRecord> records_;
};

// The games of consecutive numbers, in their order whatever the number of threads. look() is called
// now and then, in the caller's thread; what it throws ends the games.
std::vector<GameRecord> generate_games(const SelfPlaySettings& settings,
                                       const std::shared_ptr<const Evaluation>& evaluation,
                                       std::uint32_t first_number, std::size_t count, int threads,
                                       const std::function<void()>& look);

}  // namespace obversi
