"""Games to write and read again, and readers that store reported problems."""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from hypothesis import strategies as st

import obversi as ob
from obversi.formats import GameRecord, PlayedMove, record_from_moves
from obversi.rules import RULES

# The first game of the final of the world championship of 2007: Nicolet 35, Tominaga 29.
FINAL_2007 = (
    "f5d6c5f4e3c6d3f6e6d7g4g3g6h3g5h4e7f7h5h6e8f3c4c7d8c8b8b4b6b5a4a5a6e2a3d2d1c1b1c2"
    "c3b2f2f1a1b3e1a2g1g2h1h2h7g7h8b7a8a7f8g8"
)
START = "---------------------------OX------XO---------------------------"
GGF_START = f"BO[8 {START.replace('X', '*')} *]"

names = st.text(
    st.characters(codec="latin-1", categories=("L", "N", "P", "S", "Zs"), exclude_characters="]"),
    max_size=19,
).map(str.strip)
thoughts = st.none() | st.floats(-1e6, 1e6) | st.integers(-6400, 6400).map(lambda n: n / 100)


def played_on(board: ob.Board, plies: int, seed: int) -> ob.Board:
    """Play random moves."""
    choose = random.Random(seed)
    after = board.copy(stack=False)
    while after.ply < plies and not after.is_over:
        after.push(choose.choice(after.legal_moves))
    return after


def board_after_a_pass() -> ob.Board:
    """A 4×4 game whose last moves were a pass and one more."""
    for seed in range(1000):
        board = played_on(ob.Board(4), 200, seed)
        while board.ply > 1 and not board.move_stack[-2].is_pass:
            board.pop()
        if board.ply > 1:
            return board
    raise AssertionError("a pass is not that rare")


@st.composite
def games(
    draw: st.DrawFn,
    sizes: tuple[int, ...] = ob.SIZES,
    rules: tuple[str, ...] = RULES,
    from_anywhere: bool = False,
    finished: bool = False,
) -> GameRecord:
    """A game, random and often finished, without names."""
    start = ob.Board(draw(st.sampled_from(sizes)), draw(st.sampled_from(rules)))
    if from_anywhere:
        before = draw(st.integers(0, start.size**2 - 6))
        start = played_on(start, before, draw(st.integers(0, 2**32))).copy(stack=False)
    plies = 200 if finished else draw(st.sampled_from([200, 200, *range(60)]))
    board = played_on(start, plies, draw(st.integers(0, 2**32)))
    return record_from_moves(board.move_stack, start)


@st.composite
def named_games(draw: st.DrawFn, /, **how: Any) -> GameRecord:
    """A game with all that a file may say about it."""
    game = draw(games(**how))
    return GameRecord(
        game.start,
        tuple(PlayedMove(played.move, draw(thoughts), draw(thoughts)) for played in game.moves[:9])
        + game.moves[9:],
        black=draw(names),
        white=draw(names),
        place=draw(names),
        date=draw(st.sampled_from(["", "2004.09.18_05:54:38.MDT", "1987"])),
        result=draw(st.none() | st.integers(-(game.size**2), game.size**2)),
    )


@st.composite
def valued_positions(draw: st.DrawFn) -> GameRecord:
    """A position with margins for some of its moves, as OBF has them."""
    start = draw(games(from_anywhere=True)).board().copy(stack=False)
    margins = st.integers(-(start.size**2), start.size**2)
    moves = [str(move) for move in start.legal_moves]
    values = {move: draw(margins) for move in moves if draw(st.booleans())}
    comment = draw(st.sampled_from(["", "FFO 40", "ends; with: +3 %"]))
    tags = {"comment": comment} if comment else {}
    return GameRecord(start, result=draw(st.none() | margins), tags=tags, values=values)


def without_thoughts(record: GameRecord) -> tuple[PlayedMove, ...]:
    """Return the moves of a game without values and times."""
    return tuple(PlayedMove(played.move) for played in record.moves)


def without_last_pass(record: GameRecord) -> GameRecord:
    """What a file that stores no passes keeps of a game that was left right after one."""
    moves = record.moves[:-1] if record.moves and record.moves[-1].move.is_pass else record.moves
    return GameRecord(record.start, tuple(PlayedMove(played.move) for played in moves))


def collected(
    read: Callable[..., Iterator[GameRecord]], file: Any, **options: Any
) -> tuple[list[GameRecord], list[ob.FormatError]]:
    """Read on whatever is wrong, and return the good records and the problems."""
    problems: list[ob.FormatError] = []
    return list(read(file, on_problem=problems.append, **options)), problems


def transcripts(records: Iterable[GameRecord]) -> list[str]:
    return [record.transcript() for record in records]


class Endless:
    """A file that repeats a text, or bytes, for ever after a beginning."""

    def __init__(self, repeated: Any, beginning: Any = None) -> None:
        self._rest = beginning if beginning is not None else repeated[:0]
        self._repeated = repeated

    def read(self, count: int) -> Any:
        while len(self._rest) < count:
            self._rest += self._repeated
        data, self._rest = self._rest[:count], self._rest[count:]
        return data

    def readline(self, _limit: int) -> Any:
        return self._repeated
