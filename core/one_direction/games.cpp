#include "core/one_direction/games.hpp"

#include "core/bulk/nth_square.hpp"
#include "core/bulk/random.hpp"
#include "core/one_direction/flips.hpp"
#include "core/one_direction/search.hpp"

namespace obversi::one_direction {
namespace {

Square any_move(Bits legal, Random& random) {
    return nth_square(legal, random.below(count(legal)));
}

// Of the best moves the first, as R2's programs have it.
Square best_move(const Position& position, Bits legal, const Heuristic& heuristic) {
    Square best = lowest(legal);
    double best_value = -heuristic.value(played(position, best));
    for (Square square : squares(legal & (legal - 1))) {
        const double value = -heuristic.value(played(position, square));
        if (value > best_value) {
            best_value = value;
            best = square;
        }
    }
    return best;
}

}  // namespace

void random_games(std::uint64_t seed, std::uint64_t first, std::span<GamePositions> games) {
    for (std::size_t i = 0; i < games.size(); ++i) {
        Random random(seed, first + i);
        games[i].fill({});
        for (Position position = kStart;;) {
            games[i][count(position.own | position.opp)] = position;
            if (!position.legal_moves(kSize)) position = position.passed();
            const Bits legal = position.legal_moves(kSize);
            if (!legal) break;
            position = played(position, any_move(legal, random));
        }
    }
}

int play_game(const Players& players, std::uint64_t seed, std::uint64_t number,
              const StopFlag& stop) {
    Random random(seed, number);
    Position position = kStart;
    bool is_a = number % 2 == 0;
    while (true) {
        if (64 - count(position.own | position.opp) <= players.solved) break;
        if (!position.legal_moves(kSize)) {
            position = position.passed();
            is_a = !is_a;
        }
        const Bits legal = position.legal_moves(kSize);
        if (!legal) break;
        const Heuristic* judge = is_a ? &players.a : players.b;
        const Square move = judge ? best_move(position, legal, *judge) : any_move(legal, random);
        position = played(position, move);
        is_a = !is_a;
    }
    const int result = reversed_result(position, stop);
    return is_a ? result : -result;
}

}  // namespace obversi::one_direction
