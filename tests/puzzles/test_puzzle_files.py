"""Files of puzzles: written, read, and what is wrong with them."""

import pytest

from obversi.errors import InputError
from obversi.puzzles import puzzle_file, shipped_set
from obversi.puzzles.puzzle import read_puzzles, write_puzzles

HEAD = "obversi puzzles normal"
LINE = "XOO-OOOO-------- X; d1; 700; corner"


def test_what_was_written_is_read() -> None:
    puzzles = shipped_set("reversed", 6)
    lines = [*write_puzzles(puzzles, "reversed")]
    assert "".join(lines) == puzzle_file("reversed", 6).read_text(encoding="utf-8")
    assert [*read_puzzles(lines, "r6-")] == list(puzzles)


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([], "expected the head line"),
        ([LINE], "expected the head line"),
        (["obversi puzzles misere"], "misere"),
        ([HEAD, "XOO-OOOO-------- X; d1; 700"], "expected a board, a solution, a rating and"),
        ([HEAD, LINE.replace("700", "hard")], "'hard' is no rating"),
        ([HEAD, LINE.replace("700", "٣")], "is no rating"),
        ([HEAD, LINE, LINE.replace("d1", "a4")], "line 3: 'a4' cannot be played"),
        ([HEAD, LINE.replace("d1", "")], "does not end with a move of the solver"),
        ([HEAD, "-X---XX--XO----- O; a1 a2; 700; "], "does not end with a move of the solver"),
        ([HEAD, LINE.replace("X;", "Z;")], "line 2"),
    ],
)
def test_what_cannot_be_read_is_named(lines: list[str], problem: str) -> None:
    with pytest.raises(InputError) as caught:
        list(read_puzzles(lines))
    assert problem in str(caught.value)


def test_themes_in_words_and_the_task() -> None:
    [puzzle] = read_puzzles([HEAD, LINE])
    assert [*puzzle.theme_words()] == [
        "Corner: the move takes a corner, where no disc can be flipped any more."
    ]
    assert puzzle.task == "Black to move, most discs win: find the best move."
    assert puzzle.moves_to_find == 1
