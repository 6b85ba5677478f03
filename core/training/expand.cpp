#include "core/training/expand.hpp"

#include <array>
#include <mutex>
#include <stdexcept>
#include <string>

#include "core/board/game_kind.hpp"
#include "core/board/symmetry.hpp"
#include "core/bulk/parallel.hpp"

namespace obversi {
namespace {

constexpr std::size_t kPiece = 256;

// One record, played once more. Throws std::runtime_error for what does not fit.
class Replay {
  public:
    Replay(const GameRecord& record, const GameKind& kind)
        : record_(record), kind_(kind), length_(record.length()) {
        check_numbers();
        play();
    }

    const Position& position(int ply) const { return positions_[ply]; }

    // Calls take(ply, margin of the mover, source) for the plies whose margin is known, the last
    // one first.
    template <class Take>
    void for_each_label(float lambda, const Take& take) const {
        bool known = true;
        // Of the player who made the first move: the margin of the source, and the lambda-return.
        float result = record_.margin, mean = result;
        MarginSource source = MarginSource::played;
        for (int ply = length_ - 1; ply >= record_.first; --ply) {
            const float sign = by_first_[ply] ? 1 : -1;
            const int value = record_.values[ply];
            if (ply >= record_.exact_from) {
                result = mean = sign * value;
                source = MarginSource::exact;
            } else if (record_.is_by_chance(ply)) {
                known = value != GameRecord::kUnknown;
                result = mean = sign * value;
                source = MarginSource::searched;
            } else {
                if (source == MarginSource::exact) source = MarginSource::played;
                if (value != GameRecord::kUnknown)
                    mean = lambda * mean + (1 - lambda) * sign * value;
            }
            if (known) take(ply, sign * (result + mean) / 2, source);
        }
    }

  private:
    [[noreturn]] static void reject(const std::string& reason) { throw std::runtime_error(reason); }

    void check_numbers() const {
        const int squares = kind_.size * kind_.size;
        const auto is_margin = [&](int value) { return value >= -squares && value <= squares; };
        for (int ply = length_; ply < GameRecord::kMoves; ++ply)
            if (record_.moves[ply] != GameRecord::kNoMove) reject("moves behind the end");
        if (record_.exact_from > GameRecord::kMoves || record_.first > GameRecord::kMoves)
            reject("a ply beyond the longest game");
        if (record_.source > GameRecord::added) reject("an unknown source");
        if (!is_margin(record_.margin)) reject("a margin beyond the board");
        for (int ply = 0; ply < length_; ++ply) {
            const int value = record_.values[ply];
            if (value == GameRecord::kUnknown ? ply >= record_.exact_from : !is_margin(value))
                reject("no value that a position can have at ply " + std::to_string(ply));
        }
    }

    void play() {
        Position position = Position::start(kind_.size);
        bool by_first = true;
        for (int ply = 0; ply < length_; ++ply) {
            const int move = record_.moves[ply];
            Bits legal = kind_.legal_moves(position);
            if (!legal) {
                position = position.passed();
                by_first = !by_first;
                legal = kind_.legal_moves(position);
            }
            if (move >= kPass || !(legal & bit(move)))
                reject("an illegal move at ply " + std::to_string(ply));
            positions_[ply] = position;
            by_first_[ply] = by_first;
            position = position.played(move);
            by_first = !by_first;
        }
        // A game from elsewhere may have been given up.
        if (!kind_.is_over(position)) {
            if (record_.source == GameRecord::self_play) reject("an end before the game is over");
            return;
        }
        const int margin = kind_.margin(position);
        if (record_.margin != (by_first ? margin : -margin))
            reject("a margin that is not the game's by these rules");
    }

    const GameRecord& record_;
    const GameKind& kind_;
    const int length_;
    std::array<Position, GameRecord::kMoves> positions_;
    std::array<bool, GameRecord::kMoves> by_first_;
};

// The first of the invalid records on any thread.
class Rejection {
  public:
    void keep(std::size_t number, const char* reason) {
        const std::lock_guard lock(mutex_);
        if (number >= number_) return;
        number_ = number;
        reason_ = reason;
    }

    void raise() const {
        if (reason_.empty()) return;
        throw std::runtime_error("game record " + std::to_string(number_) +
                                 " is damaged: " + reason_);
    }

  private:
    std::mutex mutex_;
    std::size_t number_ = SIZE_MAX;
    std::string reason_;
};

// Calls body(number, replay) for each record.
template <class Body>
void replay_all(std::span<const GameRecord> records, const GameKind& kind, int threads,
                const Body& body) {
    Rejection rejection;
    parallel_for(records.size(), threads, kPiece, [&](std::size_t first, std::size_t last) {
        for (std::size_t number = first; number < last; ++number) try {
                body(number, Replay(records[number], kind));
            } catch (const std::runtime_error& error) {
                rejection.keep(number, error.what());
            }
    });
    rejection.raise();
}

}  // namespace

ExpandedPositions expand(std::span<const GameRecord> records, int size, Rules rules, float lambda,
                         int threads) {
    const GameKind kind(size, rules);
    // Where the positions of a record end; at first, how many they are.
    std::vector<std::size_t> ends(records.size());
    replay_all(records, kind, threads, [&](std::size_t number, const Replay& replay) {
        replay.for_each_label(lambda, [&](int, float, MarginSource) { ++ends[number]; });
    });
    std::size_t count = 0;
    for (std::size_t& end : ends) end = count += end;

    ExpandedPositions all(count);
    replay_all(records, kind, threads, [&](std::size_t number, const Replay& replay) {
        std::size_t row = ends[number];
        replay.for_each_label(lambda, [&](int ply, float margin, MarginSource source) {
            --row;
            const Position& position = replay.position(ply);
            const Position image = canonical(position, size).position;
            all.own[row] = image.own;
            all.opp[row] = image.opp;
            all.margin[row] = margin;
            all.empties[row] = static_cast<std::uint8_t>(kind.empties(position));
            all.source[row] = source;
            all.game[row] = records[number].number;
        });
    });
    return all;
}

}  // namespace obversi
