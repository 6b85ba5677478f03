"""Stored tournaments as CSV, GGF and JSON files."""

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from obversi.agents.agent import FailureKind
from obversi.arena.game.plan import TimeControl
from obversi.arena.game.played import PlayedGame
from obversi.arena.store.rows import text_of_moves
from obversi.arena.store.stored import AgentChange, StoredTournament
from obversi.color import color_name
from obversi.errors import InputError
from obversi.formats import ggf, json_lines
from obversi.formats.lines import visible
from obversi.formats.record import GameRecord
from obversi.formats.saving import replacing
from obversi.records import JsonObject, fields_object

# Points and margins are those of A. Unknown values are empty cells.
_COLUMNS: Mapping[str, Callable[[StoredTournament, PlayedGame], object]] = {
    "tournament": lambda stored, _: stored.number,
    "game": lambda _, game: game.number,
    "pair": lambda _, game: game.pair,
    "round": lambda _, game: game.round,
    "a": lambda stored, game: stored.settings.entrants[game.a].label,
    "b": lambda stored, game: stored.settings.entrants[game.b].label,
    "a_color": lambda _, game: color_name(game.a_color),
    "a_points": lambda _, game: game.points,
    "a_margin": lambda _, game: game.margin,
    "ending": lambda _, game: game.ending,
    "failed": lambda stored, game: _failed(stored, game),
    "reason": lambda _, game: game.failure and game.failure.reason,
    "rules": lambda _, game: game.record.rules,
    "size": lambda _, game: game.record.size,
    "start": lambda _, game: game.record.start.to_string(),
    "moves": lambda _, game: text_of_moves([played.move for played in game.record.moves]),
    "a_seconds": lambda _, game: round(sum(game.seconds(game.a_color)), 6),
    "b_seconds": lambda _, game: round(sum(game.seconds(-game.a_color)), 6),
    "a_longest": lambda _, game: max(game.seconds(game.a_color), default=None),
    "b_longest": lambda _, game: max(game.seconds(-game.a_color), default=None),
    "seconds": lambda _, game: game.seconds_taken,
    "overhead": lambda _, game: game.overhead,
    "date": lambda _, game: game.record.date,
    "machine": lambda _, game: game.place,
}


def write_csv(
    stored: StoredTournament,
    _identities: Sequence[Mapping[str, Any]],
    games: Iterable[PlayedGame],
    file: TextIO,
) -> int:
    """Write the names of the columns, then a line for each game."""
    table = csv.writer(file, lineterminator="\n")
    table.writerow(_COLUMNS)
    lines = 0
    for game in games:
        cells = (cell(stored, game) for cell in _COLUMNS.values())
        table.writerow([visible(cell) if isinstance(cell, str) else cell for cell in cells])
        lines += 1
    return lines


def _failed(stored: StoredTournament, game: PlayedGame) -> str | None:
    if game.failure is None:
        return None
    return stored.settings.entrants[game.agent(game.failure.color)].label


def write_ggf(
    stored: StoredTournament,
    _identities: Sequence[Mapping[str, Any]],
    games: Iterable[PlayedGame],
    file: TextIO,
) -> int:
    """Write one game per line, with the labels of the agents, and the ending as a comment."""
    return ggf.write((_labelled(stored, game) for game in games), file)


def _labelled(stored: StoredTournament, game: PlayedGame) -> GameRecord:
    time = stored.settings.time
    tags = {**game.record.tags, **_clock_tag(time), "CO": _comment(game, time)}
    if game.failure is not None and game.failure.kind is FailureKind.TIME:
        tags["RE"] = f"{game.record.result:+d}.000:t"
    black, white = stored.labels(game)
    return replace(game.record, black=black, white=white, place=stored.title, tags=tags)


def _comment(game: PlayedGame, time: TimeControl) -> str:
    ending = game.record.tags.get("CO") or game.ending
    if game.failure is not None:
        loser = color_name(game.failure.color)
        ending = f"{game.ending}, by {loser}: {game.failure.reason}"
    return f"game {game.number}, pair {game.pair}, round {game.round}; {time}; {ending}"


def _clock_tag(time: TimeControl) -> dict[str, str]:
    """Return the tag for the clock and the increment; GGF has whole seconds only."""
    times = (time.clock or 0, time.increment)
    if time.clock is None or any(seconds % 1 for seconds in times):
        return {}
    return {"TI": "/".join(f"{int(part) // 60:02}:{int(part) % 60:02}" for part in times)}


def write_json(
    stored: StoredTournament,
    identities: Sequence[Mapping[str, Any]],
    games: Iterable[PlayedGame],
    file: TextIO,
) -> int:
    """Write one object with settings, agents and games, a game per line.

    A game has the keys of `formats.json_lines` and those of the arena.
    """
    head = {
        **fields_object(stored, "number", "name", "created", "version", "ended", "planned"),
        "settings": stored.settings.to_object(),
        "changes": [_change_object(stored, change) for change in stored.changes],
    }
    file.write(f'{{"tournament": {_text(head)},\n"agents": {_text(list(identities))},\n"games": [')
    count = 0
    for count, game in enumerate(games, start=1):
        file.write((",\n" if count > 1 else "\n") + _text(_game_object(stored, game)))
    file.write("\n]}\n")
    return count


def _change_object(stored: StoredTournament, change: AgentChange) -> JsonObject:
    return {
        "agent": stored.settings.entrants[change.agent].label,
        **fields_object(change, "games", "what", "identity"),
    }


def _game_object(stored: StoredTournament, game: PlayedGame) -> JsonObject:
    entrants = stored.settings.entrants
    black, white = stored.labels(game)
    failure = game.failure
    return {
        **fields_object(game, "number", "pair", "round"),
        "a": entrants[game.a].label,
        "b": entrants[game.b].label,
        "a_color": color_name(game.a_color),
        "a_points": game.points,
        "a_margin": game.margin,
        "ending": game.ending,
        "failure": failure
        and {
            "agent": entrants[game.agent(failure.color)].label,
            "color": color_name(failure.color),
            "kind": failure.kind.value,
            "reason": failure.reason,
        },
        "a_limit": game.a_limit,
        "b_limit": game.b_limit,
        "seconds": game.seconds_taken,
        "overhead": game.overhead,
        "machine": game.place,
        **json_lines.to_object(replace(game.record, black=black, white=white)),
        "move_clocks": game.clocks,
        "move_depths": game.depths,
        "move_nodes": game.nodes,
        "notes": game.notes,
    }


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


Identities = Sequence[Mapping[str, Any]]
Writer = Callable[[StoredTournament, Identities, Iterable[PlayedGame], TextIO], int]

EXPORTS: Mapping[str, Writer] = {
    ".ggf": write_ggf,
    ".csv": write_csv,
    ".json": write_json,
}


def export(
    stored: StoredTournament,
    games: Iterable[PlayedGame],
    path: str | Path,
    identities: Identities = (),
) -> int:
    """Write games in the format of the file name, and return their number.

    An existing file is replaced when all is written. JSON contains the identities of the agents.
    """
    target = Path(path).resolve()
    writer = EXPORTS.get(target.suffix.lower())
    if writer is None:
        raise InputError(
            f"{target.name!r} does not end like an export: expected {', '.join(EXPORTS)}"
        )
    try:
        with (
            replacing(target) as partial,
            partial.open("x", encoding="utf-8", errors="replace", newline="") as file,
        ):
            return writer(stored, identities, games, file)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}") from error
