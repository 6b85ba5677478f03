// One of the six games, known when compiling: masks become constants, and what differs between the
// rule sets becomes a choice without a branch.
#pragma once

#include "core/board/rules.hpp"

namespace obversi {

template <Rules rules, int size>
struct Variant {
    static constexpr Rules kRules = rules;
    static constexpr bool kReversed = rules == Rules::reversed;
    static constexpr int kSize = size;
    static constexpr int kSquares = size * size;
    static constexpr Bits kMask = board_mask(size);
    static constexpr Bits kCorners = corner_mask(size);

    // A normal margin as a margin of this game.
    static constexpr int by_rules(int lead) { return kReversed ? -lead : lead; }

    static constexpr int final_margin(Bits own, Bits opp) {
        return margin(Position{own, opp}, size, rules);
    }
    [[gnu::always_inline]] static Bits legal(Bits own, Bits opp) {
        if constexpr (size == 8) return moves(own, opp);
        return moves(own, opp) & kMask;
    }
};

// Calls body.template operator()<Variant<…>>() for the requested game.
template <class Body>
decltype(auto) with_variant(Rules rules, int size, Body&& body) {
    const auto sized = [&]<Rules r>() -> decltype(auto) {
        if (size == 4) return body.template operator()<Variant<r, 4>>();
        if (size == 6) return body.template operator()<Variant<r, 6>>();
        return body.template operator()<Variant<r, 8>>();
    };
    return rules == Rules::normal ? sized.template operator()<Rules::normal>()
                                  : sized.template operator()<Rules::reversed>();
}

}  // namespace obversi
