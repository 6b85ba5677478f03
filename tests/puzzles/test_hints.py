"""Hints and margins in words."""

import pytest

import obversi as ob
from obversi.move import Move
from obversi.puzzles.trying import hint
from obversi.puzzles.words import best_words, perfect_words
from obversi.rules import Rules


def margins(**values: int) -> dict[Move, int]:
    return {Move(move): value for move, value in values.items()}


@pytest.mark.parametrize(
    ("rules", "margin", "text"),
    [
        ("normal", 4, "Black can win by 4, with 34 discs to 30: most discs win."),
        ("reversed", 4, "Black can win by 4, with 30 discs to 34: fewest discs win."),
        ("normal", 0, "Black can reach a draw, with 32 discs each: most discs win."),
        ("reversed", -6, "Black loses by 6 at best, with 35 discs to 29: fewest discs win."),
        ("reversed", 64, "Black can win by 64, with 0 discs to 64: fewest discs win."),
    ],
)
def test_the_best_margin(rules: Rules, margin: int, text: str) -> None:
    board = ob.Board(rules=rules)
    assert best_words(board, margin) == text
    assert hint(board, margins(d3=margin, c4=margin - 2), 1).text == text


def test_both_play_perfectly() -> None:
    board = ob.Board(4, "reversed")
    board.push("b1")
    assert perfect_words(board, 0) == (
        "With perfect play White draws, with 8 discs each: fewest discs win."
    )


def test_where_to_look() -> None:
    reply = hint(ob.Board(), margins(d3=2, c4=2, e6=2, f5=0), 2)
    assert reply.text == (
        "3 of the 4 moves keep the best margin: "
        "look at the upper left and lower right of the board."
    )
    assert reply.squares == ()


def test_the_squares() -> None:
    reply = hint(ob.Board(6), margins(d2=2, b4=2, e6=2, f5=0), 3)
    assert reply.text == "The best moves are d2, b4 and e6."
    assert reply.squares == ("d2", "b4", "e6")


def test_the_second_hint_names_the_themes() -> None:
    reply = hint(ob.Board(6), margins(d2=2, b4=0), 2, ["Corner: it takes a corner."])
    assert reply.text.endswith("look at the upper right of the board. Corner: it takes a corner.")
