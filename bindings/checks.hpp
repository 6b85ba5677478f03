// Checks of arguments: what the core relies on. The Python side has checked them before, with
// better messages; these keep calls of the extension module itself from reading or writing
// elsewhere.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>

#include "bindings/bindings.hpp"
#include "core/board/game_kind.hpp"
#include "core/textbook/deepening.hpp"

namespace obversi {

inline constexpr int kMostThreads = 1024;

[[noreturn]] inline void reject(const std::string& message) {
    throw nb::value_error(message.c_str());
}

inline void check_between(const char* name, std::int64_t value, std::int64_t least,
                          std::int64_t most) {
    if (value >= least && value <= most) return;
    reject(std::string(name) + " must be from " + std::to_string(least) + " to " +
           std::to_string(most) + ", not " + std::to_string(value));
}

inline void check_size(int size) {
    if (size != 4 && size != 6 && size != 8)
        reject("size must be 4, 6 or 8, not " + std::to_string(size));
}

inline void check_threads(int threads) { check_between("threads", threads, 1, kMostThreads); }

// Of a search.
inline void check_depth(int depth, int least = 0) {
    check_between("depth", depth, least, textbook::kLongestGame);
}

// Thirty years stand for more: a clock that counts nanoseconds would overflow after centuries.
inline double checked_seconds(double seconds) {
    if (!(seconds >= 0)) reject("seconds must be 0 or more, not " + std::to_string(seconds));
    return std::min(seconds, 1e9);
}

inline void check_finite(const char* name, double value) {
    if (!std::isfinite(value)) reject(std::string(name) + " must be a finite number");
}

inline void check_length(const char* name, std::size_t length, std::size_t expected) {
    if (length == expected) return;
    reject(std::string(name) + " has the length " + std::to_string(length) + ", not " +
           std::to_string(expected));
}

inline bool is_on_board(const Position& position, Bits board) {
    return ((position.own | position.opp) & ~board) == 0 && (position.own & position.opp) == 0;
}

inline void check_position(const Position& position, int size) {
    check_size(size);
    if (!is_on_board(position, board_mask(size)))
        reject("discs beyond the board, or two on one square");
}

inline void check_positions(std::span<const Position> positions, int size) {
    check_size(size);
    for (std::size_t i = 0; i < positions.size(); ++i)
        if (!is_on_board(positions[i], board_mask(size)))
            reject("position " + std::to_string(i) +
                   ": discs beyond the board, or two on one square");
}

// For searches, which need a move or a pass.
inline void check_unfinished(const Position& position, const GameKind& kind) {
    check_position(position, kind.size);
    if (kind.is_over(position)) reject("the game is over");
}

inline void check_search(const Position& position, int depth, const Heuristic& heuristic) {
    check_unfinished(position, heuristic.kind());
    check_depth(depth, 1);
}

inline GameKind checked_kind(int size, bool reversed) {
    check_size(size);
    return {size, rules_of(reversed)};
}

}  // namespace obversi
