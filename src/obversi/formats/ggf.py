"""GGF, the Generic Game Format of the game server GGS and of NBoard.

A game is ``(;GM[Othello]PB[…]PW[…]TY[8]RE[…]BO[8 <cells> *]B[d3/1.50/2]W[c5];)``, the two numbers
after a move being its value and its time. ``TY[8a]`` marks a game in which fewest discs win. The
description, skatgame.net/mburo/ggsa/ggf, has no way to write a ``]`` inside a value.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Self, TextIO

from obversi.board import Board
from obversi.color import BLACK, WHITE, Color
from obversi.errors import FormatError
from obversi.formats.lines import (
    OnProblem,
    game_texts,
    quoted,
    raise_problem,
    read_games,
    write_lines,
)
from obversi.formats.losses import Losses, OnLoss, check_result, warn_of_loss, writable
from obversi.formats.record import BrokenGameError, GameRecord, PlayedMove, play, played_moves
from obversi.rules import Rules
from obversi.size import SIZES

_NAME = "GGF"
_TYPE = re.compile(r"(s?)(\d{1,3})([a-z]*)(\d{0,2})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GameType:
    """The type of a game, read from its text.

    Among the letters, k is komi, a is anti (fewest discs win), r a random start with this number of
    `discs`; a synchro match is two games from one start with colours swapped.
    """

    size: int
    letters: str = ""
    discs: str = ""
    synchro: bool = False

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the value of a TY tag."""
        found = _TYPE.fullmatch(text.strip())
        if not found:
            raise FormatError(f"TY[{text[:30]}] is no game type: expected one such as 8 or s8r20")
        synchro, size, letters, discs = found.groups()
        if int(size) not in SIZES:
            raise FormatError(f"there is no board of type {quoted(text)}: expected size 4, 6 or 8")
        return cls(int(size), letters.lower(), discs, bool(synchro))

    @property
    def rules(self) -> Rules:
        """The rules that the letters name."""
        return "reversed" if "a" in self.letters else "normal"

    def fitted(self, size: int, rules: Rules) -> Self:
        """Return the type with the actual size and rules of a game."""
        letters = self.letters.replace("a", "")
        if rules == "reversed":
            after_komi = letters.find("k") + 1
            letters = letters[:after_komi] + "a" + letters[after_komi:]
        return replace(self, size=size, letters=letters)

    def __str__(self) -> str:
        """Write the value of a TY tag."""
        return f"{'s' if self.synchro else ''}{self.size}{self.letters}{self.discs}"


# A game begins with "(;" and a tag. The same found inside of a game means that the game before it
# was broken off.
_START = re.compile(r"\(;(?=\s{0,8}[A-Za-z]{1,8}\[)")
_TAG = re.compile(r"\s*([A-Za-z]+)\s*\[([^\]]*)\]")
_END = re.compile(r"\s*;\s*\)")
_LARGE = 1e20  # has more digits than are read
_NUMBER = re.compile(r"[+-]?(?:\d{1,20}(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?")
_RESULT = re.compile(r"([+-]?\d{1,4})(?:\.(\d*))?(:\w)?")
_WRITABLE_TAG = re.compile(r"[A-Z]+")
_WITH_A_PLACE_OF_THEIR_OWN = {"GM", "PC", "DT", "PB", "PW", "TY", "RE", "BO", "B", "W"}
_COLORS = {"B": BLACK, "W": WHITE}
_PARTS = {
    "PC": "the place",
    "DT": "the date",
    "PB": "the players' names",
    "PW": "the players' names",
}
_KEPT = (*_PARTS.values(), "the values of moves", "the times of moves")


def parse(text: str, *, rules: Rules = "normal") -> GameRecord:
    """Read the one game in a text; `rules` is used only if the game does not name its type."""
    games = games_in(text)
    if len(games) != 1:
        raise FormatError(f"expected one game (;…;) but found {len(games) or 'none'}")
    return _parse_game(games[0], rules)


def read(
    file: TextIO, *, rules: Rules = "normal", on_problem: OnProblem = raise_problem
) -> Iterator[GameRecord]:
    """Read game after game, wherever lines end; text between games is left out."""
    return read_games(
        file, _START, lambda text: _parse_game(text, rules), "(;GM[Othello]…;)", on_problem
    )


def dump(record: GameRecord, *, on_loss: OnLoss = warn_of_loss) -> str:
    """Write a game on one line; tags that GGF does not have are left out."""
    losses = Losses()
    text = _text(record, losses)
    losses.report(_NAME, on_loss)
    return text


def _text(record: GameRecord, losses: Losses) -> str:
    return dump_annotated(
        record, other_tags(record, losses), [(played, []) for played in record.moves], losses
    )


def other_tags(record: GameRecord, losses: Losses) -> list[tuple[str, str]]:
    """Return the tags of a record that are written unchanged; the others are losses."""
    names = [name for name in record.tags if _is_other_tag(name)]
    losses.add_tags(record, "TY", "RE", *names)
    return [(name, record.tags[name]) for name in names]


def dump_annotated(
    record: GameRecord,
    tags: Sequence[tuple[str, str]],
    moves: Sequence[tuple[PlayedMove, Sequence[tuple[str, str]]]],
    losses: Losses,
) -> str:
    """Write a game from the start of a record, with more tags in its head and after its moves."""
    check_result(record)
    losses.add_parts(record, *_KEPT)
    cells, mover = record.start.to_string().replace("X", "*").split()
    written = [
        ("GM", "Othello"),
        ("PC", record.place),
        *([("DT", record.date)] if record.date else []),
        ("PB", record.black),
        ("PW", record.white),
        *tags,
        ("TY", _type_text(record, losses)),
        ("RE", _result_text(record, losses)),
        ("BO", f"{record.size} {cells} {mover}"),
    ]
    colors = "BW" * 64 if record.start.turn == BLACK else "WB" * 64
    for color, (played, after) in zip(colors, moves, strict=False):
        written += [(color, _move_text(played)), *after]
    parts = []
    for name, value in written:
        what = _PARTS.get(name, f"the tag {name!r}")
        parts.append(f"{name}[{losses.changed(what, value, value_text(value))}]")
    return f"(;{''.join(parts)};)"


def value_text(value: str) -> str:
    """Remove from a value what would end it, begin a game inside it, or not be read."""
    return writable(value).replace("]", ")").replace("(;", "( ;").strip()


def games_in(text: str) -> list[str]:
    """Return the texts of the games in a text."""
    return list(game_texts([text], _START))


def write(records: Iterable[GameRecord], file: TextIO, *, on_loss: OnLoss = warn_of_loss) -> int:
    """Write one game a line and return how many there were."""
    return write_lines(records, file, _text, _NAME, on_loss)


def _parse_game(text: str, rules: Rules) -> GameRecord:
    found: dict[str, list[str]] = {}
    written: list[tuple[Color, str]] = []
    broken: FormatError | None = None
    try:
        for name, value in tags_of(text):
            if name in _COLORS:
                written.append((_COLORS[name], value))
            else:
                found.setdefault(name, []).append(value)
    except FormatError as error:
        broken = error
    tags = {name: "\n".join(values) for name, values in found.items()}
    if (game := tags.pop("GM", "Othello")).lower() != "othello":
        raise FormatError(f"GM[{game[:30]}] is another game: expected GM[Othello]")
    if broken and "BO" not in tags:
        raise broken
    start = _start(tags, rules)
    board = start.copy()
    thoughts: dict[int, tuple[float | None, float | None]] = {}
    wrong = None
    for number, (color, value) in enumerate(written, start=1):
        name, *numbers = (part.strip() for part in value.split("/"))
        try:
            play(board, name, color)
            if any(numbers):
                thoughts[board.ply - 1] = _value_and_seconds(numbers, board.ply, name)
        except FormatError as error:
            broken, wrong = error, number
            break
    record = GameRecord(
        start,
        played_moves(board, thoughts),
        black=tags.pop("PB", ""),
        white=tags.pop("PW", ""),
        place=tags.pop("PC", ""),
        date=tags.pop("DT", ""),
        result=_result(tags, start.size),
        tags=tags,
    )
    if broken:
        raise BrokenGameError(broken.reason, broken.place, record, wrong) from broken
    return record


def tags_of(text: str) -> Iterator[tuple[str, str]]:
    """Go through the tags of one game, which begins with ``(;``."""
    place = 2
    while not _END.match(text, place):
        found = _TAG.match(text, place)
        if not found:
            rest = text[place:].strip()
            raise FormatError(
                f"{quoted(rest)} is no tag: expected NAME[value] or ;) at the end"
                if rest
                else "the game is cut off: expected ;) at the end"
            )
        yield found[1].upper(), found[2].strip()
        place = found.end()


def _start(tags: dict[str, str], rules: Rules) -> Board:
    """Take the type and the board out of the tags; a type with further information stays there."""
    if "BO" not in tags:
        raise FormatError("BO, the board before the first move, is missing")
    size_text, cells = (*tags.pop("BO").split(maxsplit=1), "", "")[:2]
    kind = None
    if tags.get("TY"):
        kind = GameType.parse(tags["TY"])
        rules = kind.rules
    board = Board.parse(cells, rules)
    if size_text != str(board.size) or (kind and kind.size != board.size):
        raise FormatError(
            f"the sizes differ: BO[{size_text[:10]} …] with {board.size**2} cells"
            + (f" in a game of type TY[{kind}]" if kind else "")
        )
    if kind is None or kind == GameType(board.size).fitted(board.size, board.rules):
        tags.pop("TY", None)
    return board


def _value_and_seconds(
    numbers: list[str], ply: int, move: str
) -> tuple[float | None, float | None]:
    if len(numbers) > 2 or not all(_NUMBER.fullmatch(number) for number in numbers if number):
        raise FormatError(
            f"{quoted('/'.join(numbers))} after {move} is no value and time: "
            "expected numbers such as 1.50/2.3",
            f"ply {ply}",
        )
    value, seconds = (float(number) if number else None for number in (*numbers, "")[:2])
    return value, seconds


def _result(tags: dict[str, str], size: int) -> int | None:
    """Take the result out of the tags, unless it has more information than the margin.

    Edax writes -127 for a game that is not over. So a margin that is impossible means unknown.
    """
    text = tags.get("RE", "")
    if text in ("", "?"):
        tags.pop("RE", None)
        return None
    found = _RESULT.fullmatch(text)
    if not found:
        raise FormatError(f"RE[{text[:30]}] is no result: expected a number such as +12.000 or ?")
    margin, fraction, flag = int(found[1]), found[2] or "", found[3]
    if fraction.strip("0"):
        return None
    if abs(margin) > size * size or not flag:
        tags.pop("RE")
    return margin if abs(margin) <= size * size else None


def _type_text(record: GameRecord, losses: Losses) -> str:
    """Return the original type of the record if it is still true, or else a true one."""
    kind = GameType(record.size)
    if "TY" in record.tags:
        kept = record.tags["TY"]
        try:
            kind = GameType.parse(kept)
            if kind == kind.fitted(record.size, record.rules):
                return kept
        except FormatError:
            pass
        losses.add("the tag 'TY'")
    return str(kind.fitted(record.size, record.rules))


def _result_text(record: GameRecord, losses: Losses) -> str:
    """Return the original result text of the record if it is still true, or else a plain one."""
    kept = record.tags.get("RE")
    if kept is not None:
        tags = {"RE": kept}
        try:
            is_true = _result(tags, record.size) == record.result
            # An impossible margin would be read as no result.
            if is_true and (tags or record.result is not None or kept in ("", "?")):
                return kept
        except FormatError:
            pass
        losses.add("the tag 'RE'")
    margin = record.margin()
    return "?" if margin is None else f"{margin:+d}.000"


def _move_text(played: PlayedMove) -> str:
    name = "PA" if played.move.is_pass else str(played.move)
    value, seconds = (_number_text(number) for number in (played.value, played.seconds))
    return f"{name}/{value}/{seconds}".rstrip("/")


def _number_text(number: float | None) -> str:
    if number is None:
        return ""
    if abs(number) >= _LARGE:
        return repr(float(number))
    if round(number, 2) == number:
        return f"{number:.2f}"
    # Other programs may not read 1.9e-05, which Python writes.
    return format(Decimal(repr(float(number))), "f")


def _is_other_tag(name: str) -> bool:
    return name not in _WITH_A_PLACE_OF_THEIR_OWN and bool(_WRITABLE_TAG.fullmatch(name))
