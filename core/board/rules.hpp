// The two rule sets. They differ only in who wins.
#pragma once

#include "core/board/position.hpp"

namespace obversi {

enum class Rules : bool { normal, reversed };

inline constexpr int kNoMargin = -1000;  // below every margin

// The mover's margin if the game ended here, larger is better under `rules`: the difference of the
// discs, to which every empty square adds one for the winner. So the reversed margin is exactly the
// negative of the normal one.
constexpr int margin(const Position& position, int size, Rules rules) {
    const int own = count(position.own), opp = count(position.opp);
    const int empties = size * size - own - opp;
    int lead = own - opp;
    if (lead > 0) lead += empties;
    if (lead < 0) lead -= empties;
    return rules == Rules::normal ? lead : -lead;
}

}  // namespace obversi
