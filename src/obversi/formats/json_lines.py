"""Games as JSON, one object a line; also JSON of other programs, such as lists of moves.

An object has ``start`` (a board text), ``rules``, ``size``, ``moves``, ``players``, ``result`` and
``outcome``, and other known facts. For reading, the moves alone are enough: a text, a list of
texts, or a list of objects with the move under ``m``, as in Othello Quest.
"""

import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from math import isfinite
from typing import Any, TextIO

from obversi.board import Board
from obversi.color import color_name
from obversi.errors import FormatError, ObversiError
from obversi.formats.lines import OnProblem, numbered_lines, placed, raise_problem, write_lines
from obversi.formats.losses import OnLoss, check_result, warn_of_loss
from obversi.formats.record import GameRecord, PlayedMove, record_from_moves
from obversi.formats.transcript import written_moves
from obversi.outcome import Outcome
from obversi.rules import Rules, checked_rules


def parse(text: str, *, size: int = 8, rules: Rules = "normal") -> GameRecord:
    """Read the one game in a text."""
    games = _games(text)
    if len(games) != 1:
        raise FormatError(f"expected one game but found {len(games)}")
    return _record(games[0], size, rules)


def read(
    file: TextIO,
    *,
    size: int = 8,
    rules: Rules = "normal",
    on_problem: OnProblem = raise_problem,
) -> Iterator[GameRecord]:
    """Read JSON line by line; `size` and `rules` are used for games that do not name theirs."""
    for number, line in numbered_lines(file, on_problem):
        if line.strip():
            yield from _read(line, f"line {number}", size, rules, on_problem)


def read_document(
    text: str,
    *,
    size: int = 8,
    rules: Rules = "normal",
    on_problem: OnProblem = raise_problem,
) -> Iterator[GameRecord]:
    """Read a text that is one JSON value over any number of lines, or else one value a line."""
    lines = text.split("\n")
    if _is_document(text) or not any(_is_document(line) for line in lines):
        return _read(text, "", size, rules, on_problem)
    return read(io.StringIO(text), size=size, rules=rules, on_problem=on_problem)


def to_object(record: GameRecord) -> dict[str, Any]:
    """Return a game as an object ready for JSON."""
    known: dict[str, Any] = {
        "start": record.start.to_string(),
        "rules": record.rules,
        "size": record.size,
        "moves": [str(played.move) for played in record.moves],
        "players": {"black": record.black, "white": record.white},
        "result": record.result,
        "outcome": outcome_object(record.board().outcome()),
    }
    further: dict[str, Any] = {
        "place": record.place,
        "date": record.date,
        "tags": dict(record.tags),
        "values": dict(record.values),
        "move_values": _unless_all_none([played.value for played in record.moves]),
        "move_seconds": _unless_all_none([played.seconds for played in record.moves]),
    }
    return known | {name: value for name, value in further.items() if value}


def outcome_object(outcome: Outcome | None) -> dict[str, Any] | None:
    """Return the outcome of a game as an object ready for JSON."""
    if outcome is None:
        return None
    winner = None if outcome.winner is None else color_name(outcome.winner)
    return asdict(outcome) | {"winner": winner}


# Surrogates, which cannot be in a file of UTF-8 but can be escaped in JSON.
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def dump(record: GameRecord) -> str:
    """Write a game as one line of JSON, which keeps everything."""
    check_result(record)
    text = json.dumps(to_object(record), ensure_ascii=False)
    return _HALF_CHARACTER.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def write(records: Iterable[GameRecord], file: TextIO, *, on_loss: OnLoss = warn_of_loss) -> int:
    """Write one game a line and return how many there were."""
    return write_lines(records, file, lambda record, _losses: dump(record), "JSON", on_loss)


def _read(
    text: str, line: str, size: int, rules: Rules, on_problem: OnProblem
) -> Iterator[GameRecord]:
    try:
        games = _games(text)
    except FormatError as error:
        on_problem(placed(error, line))
        return
    for number, game in enumerate(games, start=1):
        try:
            record = _record(game, size, rules)
        except ObversiError as error:
            on_problem(placed(error, line or f"record {number}"))
            continue
        yield record


def _games(text: str) -> list[Any]:
    """Return the games in a JSON text, which may be a list of them."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"this is no JSON: {error}") from None
    if isinstance(value, list) and (not value or any(_has_moves(item) for item in value)):
        return value
    return [value]


def _is_document(text: str) -> bool:
    """Whether a text is a JSON object or list as a whole."""
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        _games(text)
    except FormatError:
        return False
    return True


def _has_moves(value: Any) -> bool:
    return isinstance(value, dict) and ("moves" in value or "position" in value)


def _record(game: Any, size: int, rules: Rules) -> GameRecord:
    if isinstance(game, list):
        game = {"moves": game}
    if not _has_moves(game):
        raise FormatError('there is no game: expected an object such as {"moves": ["f5", "d6"]}')
    source = game if "moves" in game else game["position"]
    written = _written(source.get("moves") if isinstance(source, dict) else None)
    rules = checked_rules(_text(game, "rules") or rules)
    size = _whole(game.get("size", size), "size")
    start_text = _text(game, "start")
    start = Board.parse(start_text, rules) if start_text else Board(size, rules)
    if "size" in game and size != start.size:
        raise FormatError(f"size is {size}, but start is a board of {start.size}×{start.size}")
    black, white = _players(game)
    record = record_from_moves(
        written,
        start,
        black=black,
        white=white,
        place=_text(game, "place"),
        date=_text(game, "date"),
        result=_result(game.get("result"), start),
        tags={str(name): str(value) for name, value in _mapping(game, "tags").items()},
    )
    return replace(
        record,
        moves=_with_thoughts(record.moves, game),
        values={
            str(name): _whole(value, "values") for name, value in _mapping(game, "values").items()
        },
    )


def _written(moves: Any) -> Iterable[str]:
    if isinstance(moves, str):
        return written_moves(moves)
    if not isinstance(moves, list):
        raise FormatError("the moves are missing: expected a text or a list")
    return (_written_move(move, ply) for ply, move in enumerate(moves, start=1))


def _written_move(move: Any, ply: int) -> str:
    name = move.get("m", move.get("move")) if isinstance(move, dict) else move
    if not isinstance(name, str):
        raise FormatError("the move is no text", f"ply {ply}")
    return "pass" if name == "-" else name


def _players(game: dict[str, Any]) -> tuple[str, str]:
    players = game.get("players", game)
    if isinstance(players, dict):
        players = [players.get("black"), players.get("white")]
    if not isinstance(players, list) or len(players) != 2:
        return "", ""
    names = (one.get("name") if isinstance(one, dict) else one for one in players)
    black, white = (name if isinstance(name, str) else "" for name in names)
    return black, white


def _with_thoughts(moves: Sequence[PlayedMove], game: dict[str, Any]) -> tuple[PlayedMove, ...]:
    lists = [_optional_numbers(game, name, len(moves)) for name in ("move_values", "move_seconds")]
    return tuple(
        PlayedMove(played.move, value, seconds)
        for played, value, seconds in zip(moves, *lists, strict=True)
    )


def _optional_numbers(game: dict[str, Any], name: str, length: int) -> list[float | None]:
    numbers = game.get(name)
    if numbers is None:
        return [None] * length
    if not isinstance(numbers, list) or len(numbers) != length:
        raise FormatError(f"{name} is no list of {length} numbers, one for each move")
    return [None if number is None else float(_number(number, name)) for number in numbers]


def _result(result: Any, start: Board) -> int | None:
    """Take a whole margin; other values, which other programs write there, are left out."""
    if isinstance(result, int) and not isinstance(result, bool) and abs(result) <= start.size**2:
        return result
    return None


def _number(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not _is_finite(value):
        raise FormatError(f"{name} holds something that is no number")
    return value


def _is_finite(value: float) -> bool:
    try:
        return isfinite(value)
    except OverflowError:  # of a whole number
        return False


def _whole(value: Any, name: str) -> int:
    if _number(value, name) != int(value):
        raise FormatError(f"{name} holds a number that is not whole")
    return int(value)


def _text(game: dict[str, Any], name: str) -> str:
    value = game.get(name, "")
    if not isinstance(value, str):
        raise FormatError(f"{name} is no text")
    return value


def _mapping(game: dict[str, Any], name: str) -> dict[str, Any]:
    value = game.get(name, {})
    if not isinstance(value, dict):
        raise FormatError(f"{name} is no object")
    return value


def _unless_all_none(numbers: list[float | None]) -> list[float | None]:
    return [] if all(number is None for number in numbers) else numbers
