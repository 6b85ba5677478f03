// A 64-bit hash of a position; every bit of the board reaches every bit of the hash.
#pragma once

#include "core/board/position.hpp"

namespace obversi {

// The finaliser of splitmix64 (Steele, Lea and Flood 2014).
constexpr std::uint64_t mixed(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9ULL;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebULL;
    return word ^ (word >> 31);
}

constexpr std::uint64_t hash(const Position& position) {
    return mixed(position.own + 0x9e3779b97f4a7c15ULL * mixed(position.opp));
}

}  // namespace obversi
