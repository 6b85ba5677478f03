#include "core/training/self_play.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "core/bulk/nth_square.hpp"
#include "core/bulk/workers.hpp"

namespace obversi {
namespace {

// Enough for searches of a few plies and for short endgames, and quick to clear before each game.
constexpr std::size_t kSmallTable = 256 << 10, kLargeTable = 4 << 20;
std::size_t table_bytes(const SelfPlaySettings& settings) {
    return settings.depth <= 8 && settings.solve <= 18 ? kSmallTable : kLargeTable;
}

// Without search, of the moves, in percent.
constexpr int kFewReplies = 70;
// Nearer to the end no branch goes off: it would have hardly a position that an evaluation sees.
constexpr int kLeastToBranch = 5;
// A branch of the searched part begins with up to this number of plies. One side's moves are
// random, the other's searched to a depth.
constexpr int kBranchPlies = 8, kReplyDepth = 2;
// A search cuts off decided positions. So a branch with a larger margin is tried again, and left
// out after this number of tries.
constexpr int kMostUneven = 12, kTries = 4;

}  // namespace

SelfPlay::SelfPlay(const SelfPlaySettings& settings, std::shared_ptr<const Evaluation> evaluation,
                   const StopFlag* stop)
    : settings_(settings),
      kind_(settings.size, settings.rules),
      engine_(1, table_bytes(settings)),
      stop_(stop) {
    Switches switches;
    switches.evaluation = evaluation != nullptr;
    engine_.set(switches);
    if (evaluation) engine_.use(std::move(evaluation));
}

std::vector<GameRecord> SelfPlay::play(std::uint32_t number) {
    random_ = Random(settings_.seed, number);
    engine_.clear();
    records_.clear();
    branches_.clear();
    Game trunk = random_opening(number);
    play_to_solvable(trunk, &branches_);
    play_solved(trunk, &branches_);
    for (Game& branch : branches_) {
        play_to_solvable(branch, nullptr);
        play_solved(branch, nullptr);
    }
    return records_;
}

SelfPlay::Game SelfPlay::begin(std::uint32_t number) const {
    Game game;
    game.position = Position::start(settings_.size);
    game.legal = kind_.legal_moves(game.position);
    game.record.number = number;
    return game;
}

void SelfPlay::play_move(Game& game, Square move) const {
    game.record.moves[game.ply++] = static_cast<std::uint8_t>(move);
    game.position = game.position.played(move);
    game.by_first = !game.by_first;
    game.legal = kind_.legal_moves(game.position);
    if (game.legal) return;
    game.position = game.position.passed();
    game.by_first = !game.by_first;
    game.legal = kind_.legal_moves(game.position);
}

void SelfPlay::play_by_chance(Game& game, Bits choices) {
    game.record.by_chance |= std::uint64_t{1} << game.ply;
    play_move(game, random_move(choices));
}

bool SelfPlay::solvable(const Game& game) const {
    return kind_.empties(game.position) <= settings_.solve;
}

SelfPlay::Game SelfPlay::random_opening(std::uint32_t number) {
    const int least = settings_.random_least, range = settings_.random_most - least + 1;
    const int plies = least + std::min(random_.below(range), random_.below(range));
    while (true) {
        Game game = begin(number);
        while (game.legal && game.ply < plies) play_by_chance(game, game.legal);
        if (game.legal) return game;
    }
}

void SelfPlay::play_to_solvable(Game& game, std::vector<Game>* branches) {
    const bool noisy = branches && random_.below(2) == 0;
    while (game.legal && !solvable(game)) {
        Square best;
        bool by_chance;
        if (settings_.depth > 0) {
            const Line line = search(game.position, settings_.depth);
            game.record.values[game.ply] = static_cast<std::int8_t>(line.margin);
            best = line.move;
            by_chance = noisy && random_.below(100) < settings_.noise;
            if (branches && settings_.branches > 0 && random_.below(100) < settings_.branches)
                add_branch(game, best, *branches);
        } else {
            best = move_with_few_replies(game);
            by_chance = random_.below(100) >= kFewReplies;
        }
        const Bits others = game.legal & ~bit(best);
        if (by_chance && others)
            play_by_chance(game, others);
        else
            play_move(game, best);
    }
}

void SelfPlay::add_branch(const Game& game, Square best, std::vector<Game>& branches) {
    for (int i = 0; i < kTries; ++i) {
        Game branch = game;
        const int plies = 1 + random_.below(kBranchPlies);
        // The side to move plays another move than the trunk, or answers by a search.
        const bool mover_is_random = plies == 1 || random_.below(2) == 0;
        const Bits others = branch.legal & ~bit(best);
        if (mover_is_random && !others) return;
        for (int ply = 0; ply < plies && branch.legal; ++ply) {
            if ((branch.by_first == game.by_first) == mover_is_random)
                play_by_chance(branch, ply == 0 ? others : branch.legal);
            else
                play_move(branch, search(branch.position, kReplyDepth).move);
        }
        // After passes the side that plays at random may have had no move.
        const bool has_random = branch.record.by_chance >> game.ply != 0;
        if (!has_random || !branch.legal || kind_.empties(branch.position) < kLeastToBranch)
            continue;
        if (std::abs(search(branch.position, kReplyDepth).margin) > kMostUneven) continue;
        branch.record.first = static_cast<std::uint8_t>(branch.ply);
        branches.push_back(branch);
        return;
    }
}

void SelfPlay::play_solved(Game& game, std::vector<Game>* branches) {
    if (game.legal) game.record.exact_from = static_cast<std::uint8_t>(game.ply);
    while (game.legal) {
        // The table may have cut the line short; then it is solved again from where it ended.
        const Line line = search(game.position, 0);
        int value = line.margin;
        for (const Square move : line.moves) {
            if (move != kPass) {
                game.record.values[game.ply] = static_cast<std::int8_t>(value);
                const Bits others = game.legal & ~bit(move);
                if (branches && others && kind_.empties(game.position) >= kLeastToBranch &&
                    random_.below(100) < settings_.siblings) {
                    Game& branch = branches->emplace_back(game);
                    play_by_chance(branch, others);
                    branch.record.first = static_cast<std::uint8_t>(branch.ply);
                }
                play_move(game, move);
            }
            value = -value;
        }
    }
    finish(game);
}

void SelfPlay::finish(Game& game) {
    if (game.record.first == game.ply) return;  // a branch of which nothing is left
    const int margin = kind_.margin(game.position);
    game.record.margin = static_cast<std::int8_t>(game.by_first ? margin : -margin);
    records_.push_back(game.record);
}

Square SelfPlay::random_move(Bits moves) { return nth_square(moves, random_.below(count(moves))); }

Square SelfPlay::move_with_few_replies(const Game& game) {
    Bits best = 0;
    int fewest = std::numeric_limits<int>::max();
    for (const Square square : squares(game.legal)) {
        const int replies = count(kind_.legal_moves(game.position.played(square)));
        if (replies < fewest) best = 0;
        if (replies <= fewest) best |= bit(square);
        fewest = std::min(fewest, replies);
    }
    return random_move(best);
}

Line SelfPlay::search(const Position& position, int depth) {
    Task task;
    task.position = position;
    task.size = settings_.size;
    task.rules = settings_.rules;
    task.exact = depth == 0;
    task.limits.depth = depth;
    return std::move(engine_.run(task, stop_).lines.front());
}

std::vector<GameRecord> generate_games(const SelfPlaySettings& settings,
                                       const std::shared_ptr<const Evaluation>& evaluation,
                                       std::uint32_t first_number, std::size_t count, int threads,
                                       const std::function<void()>& look) {
    std::vector<std::vector<GameRecord>> games(count);
    share_out(count, threads, look, [&](const StopFlag& stop) {
        auto self_play = std::make_unique<SelfPlay>(settings, evaluation, &stop);
        return [&, self_play = std::move(self_play)](std::size_t i) {
            games[i] = self_play->play(first_number + static_cast<std::uint32_t>(i));
        };
    });
    std::vector<GameRecord> records;
    for (const auto& game : games) records.insert(records.end(), game.begin(), game.end());
    return records;
}

}  // namespace obversi
