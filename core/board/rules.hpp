// The two rule sets. They differ in nothing but who wins.
#pragma once

#include "core/board/position.hpp"

namespace obversi {

enum class Rules : bool { normal, reversed };

// The mover's margin if the game ended here, larger is better under `rules`. Empty squares count
// for the winner: for the side with more discs when most discs win, for the side with fewer when
// fewest win. Either way the reversed margin is the negative of the normal one.
constexpr int margin(const Position& position, int size, Rules rules) {
    const int own = count(position.own), opp = count(position.opp);
    const int empties = size * size - own - opp;
    int lead = own - opp;
    if (lead > 0) lead += empties;
    if (lead < 0) lead -= empties;
    return rules == Rules::normal ? lead : -lead;
}

}  // namespace obversi
