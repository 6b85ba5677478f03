// Endgames with more empty squares than the slow solver can do while a test waits, and what it made
// of every move when it was given the time.
#pragma once

#include <cmath>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "core/reference/solver.hpp"

namespace reference {

struct KnownEndgame {
    std::string cells;  // row by row; X is to move
    obversi::Rules rules;
    std::string text;  // every move with its margin for the mover

    int size() const { return static_cast<int>(std::lround(std::sqrt(cells.size()))); }

    obversi::Position position() const {
        obversi::Position position;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const int row = static_cast<int>(i) / size(), column = static_cast<int>(i) % size();
            if (cells[i] == 'X') position.own |= Word{1} << (8 * row + column);
            if (cells[i] == 'O') position.opp |= Word{1} << (8 * row + column);
        }
        return position;
    }

    std::vector<MoveMargin> margins() const {
        std::vector<MoveMargin> margins;
        std::istringstream words(text);
        for (std::string word; words >> word;) {
            const std::string move = word.substr(0, word.find(':'));
            const int square =
                move == "pass" ? obversi::kPass : 8 * (move[1] - '1') + (move[0] - 'a');
            margins.push_back({square, std::stoi(word.substr(word.find(':') + 1))});
        }
        return margins;
    }
};

// The same boards under both rules, 15 to 18 squares empty, those first that take the least time.
inline const std::vector<KnownEndgame>& known_endgames() {
    using enum obversi::Rules;
    static const std::vector<KnownEndgame> endgames = {
        {"O-X---OOXO--OOXO--XOOOX-XXOO--X-----", normal, "b1:6 e1:-18 e2:-10 e3:-2 e5:-24 c6:-24"},
        {"O-X---OOXO--OOXO--XOOOX-XXOO--X-----", reversed, "b1:6 e1:-2 e2:-6 e3:-4 e5:-4 c6:-2"},
        {"OOX---OOOX--OXXXX-OOOOOOO-----O-----", normal,
         "d1:-28 b5:-36 c5:-36 d5:-36 e5:-36 f5:-34"},
        {"OOX---OOOX--OXXXX-OOOOOOO-----O-----", reversed, "d1:14 b5:12 c5:8 d5:10 e5:4 f5:12"},
        {"-------O--O-XXXO--XOOOOO-OOOOO---OOO", normal,
         "a1:-10 b1:-22 c1:-18 e3:-20 a5:14 b6:-8 c6:-8"},
        {"-------O--O-XXXO--XOOOOO-OOOOO---OOO", reversed,
         "a1:12 b1:10 c1:10 e3:14 a5:22 b6:12 c6:14"},
        {"OX-OX-OOXO---XXXO-XXXO-O-X-O------O-", normal,
         "c1:-32 e2:-34 f3:-28 e4:-32 e5:-32 d6:-34"},
        {"OX-OX-OOXO---XXXO-XXXO-O-X-O------O-", reversed, "c1:8 e2:0 f3:0 e4:-2 e5:4 d6:-4"},
        {"-OOO----XOO-----XXXXXX-XXOXOXXXXOOOXXXXXOOXOOXXXOOOOOO--XXXX-O--", normal,
         "a1:16 d2:-32 e8:-38 g8:-38"},
        {"-OOO----XOO-----XXXXXX-XXOXOXXXXOOOXXXXXOOXOOXXXOOOOOO--XXXX-O--", reversed,
         "a1:-10 d2:-6 e8:-8 g8:-8"},
        {"--X-XXXX---X-XXXOOOOXXXXOOOXXXOXOOOOOXOX--OOOOXX--OOOOOX--OOX---", normal,
         "b2:18 c2:34 b6:30 b7:-2 b8:34 f8:18 g8:8 h8:22"},
        {"--X-XXXX---X-XXXOOOOXXXXOOOXXXOXOOOOOXOX--OOOOXX--OOOOOX--OOX---", reversed,
         "b2:-6 c2:0 b6:-8 b7:-24 b8:-4 f8:-2 g8:0 h8:-10"},
        {"XOO--OXOO-OOXO-XO-------X-XX---X---X", normal, "d1:28 d2:18 c3:10 f3:0 c4:0"},
        {"XOO--OXOO-OOXO-XO-------X-XX---X---X", reversed, "d1:-2 d2:-4 c3:-6 f3:-8 c4:-6"},
        {"X-XXO---OO----XO-O-X--OO-XXOO-OX----", normal, "f1:0 b3:-2 e3:-12 d4:2 f5:-24"},
        {"X-XXO---OO----XO-O-X--OO-XXOO-OX----", reversed, "f1:-2 b3:-4 e3:-6 d4:-2 f5:-4"},
        {"OX-O---OO---XXOOX---OO---OOOO--OX-X-", normal, "c1:0 a4:-26 e4:-22 a6:2"},
        {"OX-O---OO---XXOOX---OO---OOOO--OX-X-", reversed, "c1:-4 a4:-2 e4:-6 a6:0"},
        {"-----X-----X--XXXX--XOX--XOOOO-OOOOO", normal, "pass:-30"},
        {"-----X-----X--XXXX--XOX--XOOOO-OOOOO", reversed, "pass:-4"},
        {"--XX-OX-O--XXXX-XOXOXX-XXXOXOXXXXXOOOOXXX-OOOXXX-X-OOO--X-OOO-O-", normal,
         "a1:-10 e1:0 b2:-10 c2:-4 b6:-14 c7:-6 f8:-12"},
        {"--XX-OX-O--XXXX-XOXOXX-XXXOXOXXXXXOOOOXXX-OOOXXX-X-OOO--X-OOO-O-", reversed,
         "a1:-12 e1:-8 b2:-14 c2:-14 b6:-20 c7:-12 f8:-18"},
        {"-OOOOO--XOOOO---XOOOO--XXXXOOOXXOOOOOXXX---OXOX----OOXOO--XOOOOO", normal,
         "f2:-46 f3:-44 a6:0 b6:-52 c6:-54 c7:-52"},
        {"-OOOOO--XOOOO---XOOOO--XXXXOOOXXOOOOOXXX---OXOX----OOXOO--XOOOOO", reversed,
         "f2:8 f3:8 a6:6 b6:8 c6:8 c7:4"},
        {"O-XX-----XXXOOO-XXXOOO---OOOOX--OOOXOXXXOOXOXOXOXX-XOXO-X--OOOOO", normal,
         "e1:-12 f1:-22 g1:-20 h1:-14 h2:-34 g3:-12 a4:-16 g4:-14 c7:-8 h7:-14"},
        {"O-XX-----XXXOOO-XXXOOO---OOOOX--OOOXOXXXOOXOXOXOXX-XOXO-X--OOOOO", reversed,
         "e1:6 f1:0 g1:2 h1:0 h2:-4 g3:6 a4:6 g4:2 c7:8 h7:6"},
    };
    return endgames;
}

// Those to try many things on: four boards under both rules.
inline std::span<const KnownEndgame> small_endgames() {
    return std::span(known_endgames()).first(8);
}

}  // namespace reference
