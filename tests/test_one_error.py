"""Bad input is one error: its traceback shows no other before it."""

import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

import obversi as ob
from obversi.agents import make_agent
from obversi.arena import read_openings
from obversi.formats import read_path, read_text, record_from_moves
from obversi.heuristics.mix_file import read_mix
from obversi.puzzles.puzzle import read_puzzles

ILLEGAL = "f5d6z9"


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    "wrong",
    [
        lambda _: list(read_text("f5f5")),
        lambda _: list(read_text("f5d6a1")),
        lambda _: list(read_text(ILLEGAL)),
        lambda _: list(read_text("(;GM[2]SZ[8];B[f5];W[a1])")),
        lambda _: list(read_text("(;GM[Othello]PC[x]TY[8]B[f5]W[a1];)")),
        lambda _: list(read_text('[Event "x"]\n\n1. f5 a1 *')),
        lambda _: list(read_text('{"moves": ["f5", "a1"]}')),
        lambda _: list(read_text('{"moves": ')),
        lambda _: list(read_text("-" * 64 + " X; f5:+2")),
        lambda folder: list(read_path(written(folder, "a.txt", "f5d6\nf5a1"))),
        lambda folder: read_openings(written(folder, "a.txt", "f5a1")),
        lambda _: list(read_puzzles(["obversi puzzles normal", "X"])),
        lambda folder: read_mix(written(folder, "a.toml", "[[phase]")),
        lambda folder: read_mix(written(folder, "a.toml", "[[phase]]\nweights = { a = 1 }")),
        lambda _: record_from_moves(["f5", "a1"]),
        lambda _: record_from_moves([5]),  # type: ignore[list-item]
        lambda _: ob.Board().push("a1"),
        lambda _: ob.Board.from_array([[0], [0, 1]]),
        lambda _: ob.batch.play([[0], [0, 1]], [1]),
        lambda _: make_agent("engine:depth=x"),
        lambda _: make_agent("engine:threads=0"),
        lambda _: ob.evaluate(ob.Board(), "mix:x=1"),
    ],
)
def test_one_error(wrong: Callable[[Path], object], tmp_path: Path) -> None:
    with pytest.raises(ob.InputError) as caught:
        wrong(tmp_path)
    shown = "".join(traceback.format_exception(caught.value))
    assert shown.count("Traceback (most recent call last)") == 1
