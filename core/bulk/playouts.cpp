#include "core/bulk/playouts.hpp"

#include "core/bulk/nth_square.hpp"
#include "core/bulk/random.hpp"

namespace obversi {
namespace {

// A game is a chain of dependent steps, too long for the processor to look past. So each ply is cut
// in two: choosing a move runs on the scalar units, turning the discs on the vector units, and two
// games take turns, the one choosing while the other plays (1.5 times as fast on a Neoverse-N1).
template <int Size>
class RandomGame {
  public:
    RandomGame() = default;
    RandomGame(const Position& start, Random random, std::size_t index)
        : position_(start), random_(random), index_(index) {}

    void choose() {
        legal_ = position_.legal_moves(Size);
        const Bits choices = legal_ + (legal_ == 0);  // nth_square wants a square
        move_ = nth_square(choices, random_.below(count(choices)));
    }

    // After choose(): passes for a mover who could not move; false when the game is over.
    bool has_move() {
        if (legal_) [[likely]]
            return true;
        if (!position_.passed().legal_moves(Size)) return false;
        position_ = position_.passed();
        ++plies_;
        choose();
        return true;
    }

    void play() {
        position_ = position_.played(move_);
        ++plies_;
    }

    std::size_t index() const { return index_; }

    Playout result(Rules rules) const {
        const int lead = margin(position_, Size, rules);
        return {static_cast<std::int8_t>(plies_ % 2 == 0 ? lead : -lead),
                static_cast<std::uint8_t>(plies_)};
    }

  private:
    Position position_;
    Bits legal_ = 0;
    Square move_ = 0;
    Random random_;
    std::size_t index_ = 0;
    int plies_ = 0;
};

template <int Size>
void play_all(std::span<const Position> starts, Rules rules, std::uint64_t seed,
              std::uint64_t first_stream, std::span<Playout> results) {
    using Lane = RandomGame<Size>;
    std::size_t next = 0;
    const auto begin_next = [&](Lane& lane) {
        if (next == starts.size()) return false;
        lane = Lane(starts[next], Random(seed, first_stream + next), next);
        ++next;
        return true;
    };
    // Puts finished games away until one has a move; false when there is none left to begin.
    const auto ready = [&](Lane& lane) {
        while (!lane.has_move()) {
            results[lane.index()] = lane.result(rules);
            if (!begin_next(lane)) return false;
            lane.choose();
        }
        return true;
    };
    const auto half_step = [&](Lane& playing, Lane& choosing) {
        playing.play();
        choosing.choose();
        return ready(choosing);
    };
    const auto play_out = [&](Lane& lane) {
        for (lane.choose(); ready(lane); lane.choose()) lane.play();
    };

    Lane left, right;
    if (!begin_next(left)) return;
    left.choose();
    if (!ready(left)) return;
    if (!begin_next(right)) {
        left.play();
        return play_out(left);
    }
    while (true) {
        if (!half_step(left, right)) return play_out(left);
        if (!half_step(right, left)) return play_out(right);
    }
}

}  // namespace

void random_playouts(std::span<const Position> starts, int size, Rules rules, std::uint64_t seed,
                     std::uint64_t first_stream, std::span<Playout> results) {
    if (size == 4) return play_all<4>(starts, rules, seed, first_stream, results);
    if (size == 6) return play_all<6>(starts, rules, seed, first_stream, results);
    return play_all<8>(starts, rules, seed, first_stream, results);
}

}  // namespace obversi
