// A position as the search carries it along: with its features, empty squares and parity.
#pragma once

#include "core/evaluation/evaluation.hpp"
#include "core/search/parity.hpp"
#include "core/search/variant.hpp"

namespace obversi {

struct Node {
    Position position;
    Bits empties;
    int n;  // empty squares
    Parity parity;
    Evaluation::Features features;

    template <class V>
    static Node root(const Position& position, const Evaluation& evaluation) {
        const Bits empties = V::kMask & ~(position.own | position.opp);
        return {position, empties, count(empties), Quadrants<V::kSize>::parity(empties),
                evaluation.features(position)};
    }

    template <class V>
    Node played(Square square, Bits turned, const Evaluation& evaluation) const {
        return {position.played(square, turned), empties ^ bit(square), n - 1,
                parity ^ Quadrants<V::kSize>::kOf[square],
                evaluation.played(features, square, turned)};
    }

    Node passed(const Evaluation& evaluation) const {
        return {position.passed(), empties, n, parity, evaluation.passed(features)};
    }
};

}  // namespace obversi
