// The rules once more, slow and obvious: cells in an array, one step at a time. Shares nothing with
// the core but the numbering of squares.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "core/board/position.hpp"

namespace reference {

struct Cells {
    int size;
    std::array<std::array<int, 8>, 8> at{};  // 1 own, -1 the opponent's, 0 empty

    bool inside(int row, int column) const {
        return row >= 0 && row < size && column >= 0 && column < size;
    }
};

inline Cells cells(const obversi::Position& position, int size) {
    Cells board{size};
    for (int square = 0; square < 64; ++square) {
        if (position.own >> square & 1) board.at[square / 8][square % 8] = 1;
        if (position.opp >> square & 1) board.at[square / 8][square % 8] = -1;
    }
    return board;
}

inline std::vector<int> flips(const Cells& board, int row, int column) {
    std::vector<int> turned;
    for (int dr = -1; dr <= 1; ++dr)
        for (int dc = -1; dc <= 1; ++dc) {
            if (dr == 0 && dc == 0) continue;
            std::vector<int> line;
            int r = row + dr, c = column + dc;
            while (board.inside(r, c) && board.at[r][c] == -1) {
                line.push_back(8 * r + c);
                r += dr;
                c += dc;
            }
            if (board.inside(r, c) && board.at[r][c] == 1)
                turned.insert(turned.end(), line.begin(), line.end());
        }
    return turned;
}

inline std::uint64_t flip_mask(const obversi::Position& position, int size, int square) {
    std::uint64_t mask = 0;
    for (int turned : flips(cells(position, size), square / 8, square % 8))
        mask |= std::uint64_t{1} << turned;
    return mask;
}

inline std::uint64_t move_mask(const obversi::Position& position, int size) {
    const Cells board = cells(position, size);
    std::uint64_t mask = 0;
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column)
            if (board.at[row][column] == 0 && !flips(board, row, column).empty())
                mask |= std::uint64_t{1} << (8 * row + column);
    return mask;
}

inline std::uint64_t perft(const obversi::Position& position, int size, int depth) {
    if (depth == 0) return 1;
    const std::uint64_t legal = move_mask(position, size);
    if (!legal) {
        if (!move_mask({position.opp, position.own}, size)) return 1;
        return perft({position.opp, position.own}, size, depth - 1);
    }
    std::uint64_t leaves = 0;
    for (int square = 0; square < 64; ++square)
        if (legal >> square & 1) {
            const std::uint64_t turned = flip_mask(position, size, square);
            leaves +=
                perft({position.opp & ~turned, position.own | turned | std::uint64_t{1} << square},
                      size, depth - 1);
        }
    return leaves;
}

// Discs strewn at random: lines that no game would show, full boards and empty ones among them.
inline obversi::Position strewn(std::mt19937_64& random, int size) {
    const std::uint64_t mask = obversi::board_mask(size);
    std::uint64_t discs = random();
    const int thinning = static_cast<int>(random() % 4);
    for (int i = 0; i < thinning; ++i) discs = i % 2 ? discs & random() : discs | random();
    const std::uint64_t own = random();
    return {discs & own & mask, discs & ~own & mask};
}

// Every position of one random game.
inline std::vector<obversi::Position> random_game(std::mt19937_64& random, int size) {
    std::vector<obversi::Position> positions;
    obversi::Position position = obversi::Position::start(size);
    for (int passes = 0; passes < 2;) {
        positions.push_back(position);
        const std::uint64_t legal = move_mask(position, size);
        if (!legal) {
            position = {position.opp, position.own};
            ++passes;
            continue;
        }
        passes = 0;
        int square;
        do square = static_cast<int>(random() % 64);
        while (!(legal >> square & 1));
        const std::uint64_t turned = flip_mask(position, size, square);
        position = {position.opp & ~turned, position.own | turned | std::uint64_t{1} << square};
    }
    return positions;
}

}  // namespace reference
