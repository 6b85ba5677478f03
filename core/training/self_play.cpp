#include "core/training/self_play.hpp"

#include <algorithm>
#include <limits>

#include "core/board/symmetry.hpp"
#include "core/bulk/nth_square.hpp"

namespace obversi {
namespace {

// Enough for searches of a few plies and for the endgames, and quick to clear.
constexpr std::size_t kHashBytes = 2 << 20;

// In percent.
constexpr int kFewReplies = 70;  // without search, of the moves
constexpr int kNoise = 10;       // with search, of the moves of every second game
constexpr int kSiblings = 25;    // of the positions of the solved part

Position after(const Position& position, Square move) {
    return move == kPass ? position.passed() : position.played(move);
}

}  // namespace

SelfPlay::SelfPlay(const SelfPlaySettings& settings, std::shared_ptr<const Evaluation> evaluation)
    : settings_(settings),
      most_empties_(settings.size * settings.size - 4),
      engine_(1, kHashBytes) {
    if (evaluation) engine_.use(std::move(evaluation));
}

std::vector<Record> SelfPlay::play(std::uint32_t game) {
    game_ = game;
    random_ = Random(settings_.seed, game);
    plies_.clear();
    records_.clear();
    engine_.clear();
    const Position position = play_to_solvable(random_opening());
    record_plies(play_solved(position, true));
    return records_;
}

Position SelfPlay::random_opening() {
    // The smaller of two numbers, so that games from an early position on are the most frequent.
    const int fewest = std::max(1, 4 * most_empties_ / 60), most = 50 * most_empties_ / 60;
    const int plies = fewest + std::min(random_.below(most - fewest), random_.below(most - fewest));
    while (true) {
        Position position = Position::start(settings_.size);
        for (int ply = 0; ply < plies && !over(position); ++ply) {
            const Bits legal = position.legal_moves(settings_.size);
            position = after(position, legal ? random_move(legal) : kPass);
        }
        if (!over(position)) return position;
    }
}

Position SelfPlay::play_to_solvable(Position position) {
    const bool noisy = settings_.depth > 0 && random_.below(2) == 0;
    while (!over(position) && empties(position) > settings_.solve) {
        const Bits legal = position.legal_moves(settings_.size);
        Ply ply{position, false, false, 0};
        Square move = kPass;
        if (legal && settings_.depth > 0) {
            const Line best = search(position, false);
            ply.random = noisy && random_.below(100) < kNoise;
            ply.searched = true;
            ply.margin = best.margin;
            move = ply.random ? random_move(legal) : best.move;
        } else if (legal) {
            ply.random = random_.below(100) >= kFewReplies;
            move = ply.random ? random_move(legal) : move_with_few_replies(position);
        }
        plies_.push_back(ply);
        position = after(position, move);
    }
    return position;
}

int SelfPlay::play_solved(Position position, bool with_siblings) {
    if (over(position)) return margin(position, settings_.size, settings_.rules);
    int first = 0;
    for (bool begun = false; !over(position); begun = true) {
        // The table may have cut the line short; then it is solved again from where it ended.
        const Line best = search(position, true);
        int value = best.margin;
        if (!begun) first = value;
        for (const Square move : best.moves) {
            if (move != kPass) {
                record(position, value, Source::solved);
                if (with_siblings && random_.below(100) < kSiblings) solve_sibling(position, move);
            }
            position = after(position, move);
            value = -value;
        }
    }
    return first;
}

void SelfPlay::solve_sibling(const Position& position, Square best) {
    const Bits others = position.legal_moves(settings_.size) & ~bit(best);
    if (others) play_solved(position.played(random_move(others)), false);
}

void SelfPlay::record_plies(int margin) {
    bool known = true;
    Source source = Source::played;
    for (auto ply = plies_.rbegin(); ply != plies_.rend(); ++ply) {
        margin = -margin;
        if (ply->random) {
            known = ply->searched;
            source = Source::searched;
            margin = ply->margin;
        }
        if (known && ply->position.legal_moves(settings_.size))
            record(ply->position, margin, source);
    }
}

void SelfPlay::record(const Position& position, int margin, Source source) {
    const Position image = canonical(position, settings_.size).position;
    records_.push_back({image.own, image.opp, static_cast<std::int16_t>(margin * Evaluation::kUnit),
                        static_cast<std::uint8_t>(empties(position)), source, game_});
}

bool SelfPlay::over(const Position& position) const {
    return !position.legal_moves(settings_.size) && !position.passed().legal_moves(settings_.size);
}

int SelfPlay::empties(const Position& position) const {
    return settings_.size * settings_.size - count(position.own | position.opp);
}

Square SelfPlay::random_move(Bits moves) { return nth_square(moves, random_.below(count(moves))); }

Square SelfPlay::move_with_few_replies(const Position& position) {
    Bits best = 0;
    int fewest = std::numeric_limits<int>::max();
    for (const Square square : squares(position.legal_moves(settings_.size))) {
        const int replies = count(position.played(square).legal_moves(settings_.size));
        if (replies < fewest) best = 0;
        if (replies <= fewest) best |= bit(square);
        fewest = std::min(fewest, replies);
    }
    return random_move(best);
}

Line SelfPlay::search(const Position& position, bool exact) {
    Task task;
    task.position = position;
    task.size = settings_.size;
    task.rules = settings_.rules;
    task.exact = exact;
    if (!exact) task.limits.depth = settings_.depth;
    return engine_.run(task).lines.front();
}

}  // namespace obversi
