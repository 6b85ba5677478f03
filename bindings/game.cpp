// The part of ob.Board that must be fast when a game is driven from Python move by move. Moves
// cross the border as strings: a table of the 65 ready-made Move objects spares making new ones.
// The Python side puts them in the place of plain strings.
#include "core/board/game.hpp"

#include <nanobind/stl/pair.h>

#include <algorithm>
#include <string_view>

#include "bindings/bindings.hpp"
#include "bindings/checks.hpp"
#include "core/board/hash.hpp"
#include "core/board/symmetry.hpp"

namespace obversi {
namespace {

constexpr Square kNoSquare = -1;

PyObject* move_objects[65] = {};

nb::object move_object(Square move) { return nb::borrow(move_objects[move]); }

bool is_word(std::string_view text, std::string_view word) {
    const auto lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    };
    return std::ranges::equal(text, word, {}, lower);
}

// A square of a board of this size, or a pass, in upper or lower case; else kNoSquare.
Square square_named(PyObject* name, int size) {
    if (name == move_objects[kPass]) return kPass;
    if (!PyUnicode_Check(name)) return kNoSquare;
    Py_ssize_t length = 0;
    const char* start = PyUnicode_AsUTF8AndSize(name, &length);
    if (!start) {  // half of a surrogate pair
        PyErr_Clear();
        return kNoSquare;
    }
    const std::string_view text(start, static_cast<std::size_t>(length));
    if (length == 2 && text[0] >= 'A') {
        const int column = (text[0] | 0x20) - 'a', row = text[1] - '1';
        if (column >= 0 && column < size && row >= 0 && row < size) return square_at(row, column);
    }
    for (const std::string_view word : {"pass", "pa", "ps", "--"})
        if (is_word(text, word)) return kPass;
    return kNoSquare;
}

nb::object move_list(const Game& game) {
    const Bits legal = game.legal_moves();
    const bool pass = game.must_pass();
    PyObject* list = PyList_New(count(legal) + pass);
    if (!list) nb::raise_python_error();
    Py_ssize_t at = 0;
    for (const Square square : squares(legal)) {
        Py_INCREF(move_objects[square]);
        PyList_SetItem(list, at++, move_objects[square]);
    }
    if (pass) {
        Py_INCREF(move_objects[kPass]);
        PyList_SetItem(list, at, move_objects[kPass]);
    }
    return nb::steal(list);
}

// The Python side says in words why a move cannot be played, and raises.
Square legal_square(const nb::pointer_and_handle<Game>& self, nb::handle move) {
    const Square square = square_named(move.ptr(), self.p->size());
    if (square == kNoSquare || !self.p->is_legal(square)) [[unlikely]] {
        const nb::object method = self.h.attr("_reject");
        const nb::object done =
            nb::steal(call_python([&] { return call_with(method.ptr(), move.ptr()); }));
        if (!done.is_valid()) nb::raise_python_error();
        throw nb::value_error("the move is not legal");  // should a subclass not say so
    }
    return square;
}

Square last_move(const Game& game) {
    if (game.ply() == 0) throw nb::index_error("no move has been played on this board");
    return game.move_at(game.ply() - 1);
}

}  // namespace

void bind_game(nb::module_& module) {
    for (Square move = 0; move < kPass; ++move) {
        const char name[] = {static_cast<char>('a' + move % 8), static_cast<char>('1' + move / 8)};
        move_objects[move] = nb::str(name, 2).release().ptr();
    }
    move_objects[kPass] = nb::str("pass").release().ptr();
    module.attr("PASS_INDEX") = kPass;
    module.def(
        "set_move_objects",
        [](nb::list moves) {
            if (moves.size() != 65) throw nb::value_error("65 moves are needed");
            for (const nb::handle move : moves)
                if (!nb::isinstance<nb::str>(move)) throw nb::type_error("a move must be a str");
            for (Square move = 0; move <= kPass; ++move)
                move_objects[move] = nb::object(moves[move]).release().ptr();
        },
        nb::arg("moves"), nb::sig("def set_move_objects(moves: list[Move]) -> None"),
        "Give the objects that stand for the squares a1 to h8 and the pass.");
    module.def(
        "transform",
        [](Bits bits, int symmetry, int size) {
            check_size(size);
            check_between("symmetry", symmetry, 0, 7);
            return transformed(bits, symmetry, size);
        },
        nb::arg("bits"), nb::arg("symmetry"), nb::arg("size"),
        "Move a set of squares by one of the eight symmetries.");

    nb::class_<Game>(module, "Game", "A position, its rules, and the moves that led to it.")
        .def(
            "__init__",
            [](Game* self, int size, bool reversed) {
                check_size(size);
                new (self) Game(size, rules_of(reversed));
            },
            nb::arg("size"), nb::arg("reversed"))
        .def(
            "__init__",
            [](Game* self, int size, bool reversed, Bits black, Bits white, int turn) {
                check_position({black, white}, size);
                if (turn != -1 && turn != 1) reject("turn must be -1 or 1");
                const bool black_moves = turn < 0;
                new (self) Game(size, rules_of(reversed),
                                black_moves ? Position{black, white} : Position{white, black},
                                black_moves ? Color::black : Color::white);
            },
            nb::arg("size"), nb::arg("reversed"), nb::arg("black"), nb::arg("white"),
            nb::arg("turn"))
        .def(
            "copy",
            [](nb::pointer_and_handle<Game> self, bool stack) {
                nb::object twin = nb::inst_alloc(self.h.type());
                nb::inst_copy(twin, self.h);
                if (!stack) nb::inst_ptr<Game>(twin)->forget_history();
                return twin;
            },
            nb::arg("stack") = true, nb::sig("def copy(self, stack: bool = True) -> typing.Self"),
            "A board of its own with the same position and, unless `stack` is false, the same "
            "moves; what a subclass adds is not copied.")

        .def_prop_ro("size", &Game::size, "Squares along an edge: 4, 6 or 8.")
        .def_prop_ro(
            "rules",
            [](const Game& game) { return game.rules() == Rules::normal ? "normal" : "reversed"; },
            nb::sig("def rules(self) -> typing.Literal['normal', 'reversed']"),
            "\"normal\" if most discs win, \"reversed\" if fewest do.")
        .def_prop_ro(
            "turn", [](const Game& game) { return static_cast<int>(game.turn()); },
            "The player to move: BLACK (-1) or WHITE (1).")
        .def_prop_ro("is_over", &Game::is_over, "Whether neither player can move.")
        .def_prop_ro("must_pass", &Game::must_pass,
                     "Whether the mover has no move while the other side has one.")
        .def_prop_ro("ply", &Game::ply, "The number of moves and passes played on this board.")
        .def_prop_ro(
            "bits",
            [](const Game& game) { return std::pair(game.position().own, game.position().opp); },
            "The discs of the mover and of the opponent as 64-bit sets, bit 8·row + column.")
        .def_prop_ro(
            "position_hash", [](const Game& game) { return hash(game.position()); },
            "A 64-bit hash of the discs in the mover's view.")
        .def_prop_ro("legal_bits", &Game::legal_moves, "The squares the mover may play on.")
        .def_prop_ro(
            "black_bits", [](const Game& game) { return game.discs(Color::black); },
            "The black discs as a 64-bit set.")
        .def_prop_ro(
            "white_bits", [](const Game& game) { return game.discs(Color::white); },
            "The white discs as a 64-bit set.")
        .def_prop_ro(
            "mover_margin",
            [](const Game& game) { return margin(game.position(), game.size(), game.rules()); },
            "The mover's margin if the game ended now.")

        .def_prop_ro("legal_moves", &move_list, nb::sig("def legal_moves(self) -> list[Move]"),
                     "The moves that may be played, from a1 to h8; a pass if only that is legal; "
                     "empty when the game is over.")
        .def(
            "is_legal",
            [](const Game& game, nb::handle move) {
                const Square square = square_named(move.ptr(), game.size());
                return square != kNoSquare && game.is_legal(square);
            },
            nb::arg("move").none(), nb::sig("def is_legal(self, move: str) -> bool"),
            "Whether the move may be played now; nonsense is not legal.")
        .def(
            "push",
            [](nb::pointer_and_handle<Game> self, nb::handle move) {
                self.p->push(legal_square(self, move));
            },
            nb::arg("move").none(), nb::sig("def push(self, move: str) -> None"),
            "Play a move, such as \"f5\", or \"pass\" when that is due.")
        .def(
            "pop",
            [](Game& game) {
                last_move(game);
                return move_object(game.pop());
            },
            nb::sig("def pop(self) -> Move"), "Take the last move back and return it.")
        .def(
            "peek", [](const Game& game) { return move_object(last_move(game)); },
            nb::sig("def peek(self) -> Move"), "The last move.")
        .def_prop_ro(
            "move_stack",
            [](const Game& game) {
                nb::list moves;
                for (int ply = 0; ply < game.ply(); ++ply)
                    moves.append(move_object(game.move_at(ply)));
                return moves;
            },
            nb::sig("def move_stack(self) -> list[Move]"),
            "The moves played on this board, first to last.")
        .def(
            "flip_bits",
            [](nb::pointer_and_handle<Game> self, nb::handle move) {
                const Square square = legal_square(self, move);
                const Position& position = self.p->position();
                return square == kPass ? Bits{0} : flips(square, position.own, position.opp);
            },
            nb::arg("move").none(), nb::sig("def flip_bits(self, move: str) -> int"),
            "The discs that a legal move flips as a 64-bit set.")
        .def_prop_ro(
            "canonical_symmetry",
            [](const Game& game) { return canonical(game.position(), game.size()).symmetry; },
            "The symmetry that leads to the canonical position.");
}

}  // namespace obversi
