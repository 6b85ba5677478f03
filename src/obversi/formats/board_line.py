"""A board text, alone or followed by the moves played from there: ``<cells> X f5d6c3``.

The rules can be named before the moves, ``<cells> X reversed f5d6c3``, and are written if fewest
discs win.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TextIO

from obversi.board import Board
from obversi.errors import FormatError
from obversi.formats.lines import OnProblem, quoted, raise_problem, read_lines, write_lines
from obversi.formats.losses import Losses, OnLoss, check_result, warn_of_loss
from obversi.formats.record import GameRecord, record_from_moves
from obversi.formats.transcript import squares, written_moves
from obversi.rules import Rules
from obversi.size import SIZES

_LEADING_CELLS = re.compile(r"[-.XxBb*0OoWw1\s]*")
# The squares of column b and the pass "--" begin with letters that are also cells: at most this
# many letters of the moves, as in "--b1--b2", are taken for cells at first.
_MOVE_LETTERS_LIKE_CELLS = 7
_RULES = re.compile(r"\s*(normal|reversed)\b", re.IGNORECASE)
_NAME = "a board line"


def parse(text: str, *, rules: Rules = "normal") -> GameRecord:
    """Read a board, its mover and the moves; blanks and line ends do not matter.

    `rules` is used only if the text does not name them.
    """
    end = _end_of_board(text)
    board, moves = text[:end], text[end:]
    if named := _RULES.match(moves):
        rules = "reversed" if named[1].lower() == "reversed" else "normal"
        moves = moves[named.end() :]
    return record_from_moves(written_moves(moves), Board.parse(board, rules))


def dump(record: GameRecord, *, on_loss: OnLoss = warn_of_loss) -> str:
    """Write the first position, its mover, the rules if reversed, and the moves without passes."""
    losses = Losses()
    text = _text(record, losses)
    losses.report(_NAME, on_loss)
    return text


def read(
    file: TextIO, *, rules: Rules = "normal", on_problem: OnProblem = raise_problem
) -> Iterator[GameRecord]:
    """Read one board a line, with its moves."""
    return read_lines(file, partial(parse, rules=rules), on_problem)


def write(records: Iterable[GameRecord], file: TextIO, *, on_loss: OnLoss = warn_of_loss) -> int:
    """Write one game a line and return how many there were."""
    return write_lines(records, file, _text, _NAME, on_loss)


def _text(record: GameRecord, losses: Losses) -> str:
    check_result(record)
    losses.add_parts(record)
    losses.add_tags(record)
    losses.add_result(record)
    rules = "reversed " if record.rules == "reversed" else ""
    return f"{record.start.to_string()} {rules}{squares(record)}".rstrip()


def _end_of_board(text: str) -> int:
    """Return where the moves begin: after 16, 36 or 64 cells and the mover."""
    found = _LEADING_CELLS.match(text)
    places = [place for place in range(found.end() if found else 0) if not text[place].isspace()]
    for size in SIZES:
        beyond = len(places) - (size * size + 1)
        if beyond == 0:
            return places[-1] + 1
        if 0 < beyond <= _MOVE_LETTERS_LIKE_CELLS:
            mover, moves = text[places[size * size]], text[places[size * size + 1] :]
            if mover not in "-." and moves.startswith(("b", "B", "--")):
                return places[size * size] + 1
    rest = text[found.end() :].strip() if found else ""
    if not places and not rest:
        raise FormatError("there is no board: the text is empty")
    stop = f", then {quoted(rest)}" if rest else ""
    raise FormatError(
        f"the text begins with {len(places)} letters for cells and mover{stop}: expected 16, 36 "
        "or 64 cells of X, O and -, then X or O for the mover"
    )
