"""Games and trees with anything that a record can have: odd texts, tags, results and starts."""

import random

from format_games import played_on
from hypothesis import strategies as st

import obversi as ob
from obversi.formats import GameRecord, PlayedMove
from obversi.formats.game_tree import (
    MARK_COLORS,
    MAX_COMMENT,
    SHAPES,
    Arrow,
    GameTree,
    Mark,
    Notes,
    TreeBuilder,
)
from obversi.rules import RULES

PIECES = [
    *("a", "B", "7", " ", "  ", "é", "日", "]", "[", "\\", "(;", ";)", "(", ";", ":", "/", "%"),
    *('"', "{", "}", ",", "'", "\n", "\r", "\r\n", "\n\r", "\t", "\0", "\x1c", "\x85", "\u2028"),
    *("\xa0", "\u3000", "\ufeff", "\u202e", "\udcff", "\\]", "\\\n", "(;GM[2]", "( ;FF[4]", "(;A["),
    *("???", "#1", "--", "X", "reversed", "PA", "1. f5", '[Event "x"]', "X" * 65 + ";"),
]
texts = st.lists(st.sampled_from(PIECES), max_size=4).map("".join) | st.text(max_size=30)
dates = st.sampled_from(["", "1987", "2004.09.18_05:54:38.MDT", "18/9/1987", "yesterday"]) | texts
seeds = st.integers(0, 999)
numbers = st.none() | st.floats(allow_nan=False, allow_infinity=False)
TAGS: dict[str, list[str]] = {
    "RE": ["", "?", "+2.000", "-8.00:t", "+64.000:r", "+2.50", "B+2", "W+8", "B+Time", "W+R", "0"],
    "TY": ["8", "6a", "s8r20", "S8R20", "8k", "4ka", "08", "x"],
    "theoretical": ["33", "033", "0", "64"],
    **{name: [] for name in ("CO", "TI", "RB", "C", "N", "GN", "EV", "CR", "AB", "comment")},
    **{name: [] for name in ("GM", "PB", "B", "VA", "Event", "lower", "Ä B")},
}


@st.composite
def tags(draw: st.DrawFn) -> dict[str, str]:
    names = draw(st.lists(st.sampled_from(sorted(TAGS)), max_size=3, unique=True))
    return {
        name: draw(st.sampled_from(TAGS[name]) if TAGS[name] else texts | st.just(""))
        for name in names
    }


@st.composite
def starts(draw: st.DrawFn) -> ob.Board:
    """The usual start, a position of a game, or one that no game leads to."""
    size, rules = draw(st.sampled_from(ob.SIZES)), draw(st.sampled_from(RULES))
    kind = draw(st.sampled_from(["usual", "usual", "game", "cells"]))
    if kind == "usual":
        return ob.Board(size, rules)
    if kind == "game":
        plies = draw(st.integers(0, size**2 - 5))
        board = played_on(ob.Board(size, rules), plies, draw(seeds))
        return board.copy(stack=False)
    cells = draw(st.sampled_from(["-", "-X", "-O", "XO", "--XO"]))
    text = "".join(random.Random(draw(seeds)).choices(cells, k=size**2))
    return ob.Board.parse(f"{text} {draw(st.sampled_from('XO'))}", rules)


@st.composite
def any_games(draw: st.DrawFn) -> GameRecord:
    """A game with everything, often nothing, that a file may or may not hold."""
    start = draw(starts())
    plies = draw(st.sampled_from([0, 1, 2, 200, 200]) | st.integers(0, 60))
    board = played_on(start, plies, draw(seeds))
    with_thoughts = draw(st.integers(0, 3))
    moves = [
        PlayedMove(move, draw(numbers), draw(numbers)) if ply < with_thoughts else PlayedMove(move)
        for ply, move in enumerate(board.move_stack)
    ]
    legal = [str(move) for move in start.legal_moves]
    margins = st.integers(-(start.size**2), start.size**2)
    is_plain = draw(st.booleans())
    words = st.just("") if is_plain else texts
    return GameRecord(
        start,
        tuple(moves),
        black=draw(words),
        white=draw(words),
        place=draw(words),
        date=draw(st.just("") if is_plain else dates),
        result=draw(st.none() | margins | st.sampled_from([1000, *([2, -8, 64] if legal else [])])),
        tags=draw(st.just({}) if is_plain else tags()),
        values=draw(st.just({}) | st.dictionaries(st.sampled_from([*legal, "a1"]), margins)),
    )


squares = st.sampled_from([f"{column}{row}" for column in "abcd" for row in "1234"])
colors = st.sampled_from(MARK_COLORS)
notes = st.builds(Notes, texts) | st.builds(
    Notes,
    texts | st.just("long " * MAX_COMMENT),
    texts,
    st.lists(
        st.builds(Mark, squares | st.just("i9"), st.sampled_from(SHAPES), colors, texts), max_size=3
    ).map(tuple),
    st.lists(st.builds(Arrow, squares, squares, colors), max_size=3).map(tuple),
)


@st.composite
def any_trees(draw: st.DrawFn) -> GameTree:
    """A game with variations and notes, as the builder of trees makes it."""
    record = draw(any_games())
    builder = TreeBuilder(record.start)
    for _ in range(draw(st.integers(1, 2))):
        at, board = 0, record.start.copy()
        builder.note(at, draw(notes))
        for _ in range(draw(st.integers(0, 3))):
            if board.is_over:
                break
            move = draw(st.sampled_from(board.legal_moves))
            board.push(move)
            at = builder.child(at, str(move))
            builder.note(at, draw(notes))
    return builder.tree(record)
