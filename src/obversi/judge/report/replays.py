"""Data for the game viewer of a page: games of one agent, and lines of moves to a board."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from obversi.arena.game.played import PlayedGame
from obversi.arena.report.game_data import game_data
from obversi.color import BLACK
from obversi.errors import ObversiError
from obversi.formats import transcript
from obversi.formats.lines import visible
from obversi.formats.record import GameRecord
from obversi.judge.seen_games import OwnGame
from obversi.records import JsonObject
from obversi.rules import Rules


@dataclass(frozen=True, slots=True)
class Replay:
    """The moves from the start to a board, with a title and an explanation of the board."""

    number: int
    title: str
    words: str
    record: GameRecord


def replay_of_board(
    board: str, moves: str, *, rules: Rules, number: int, title: str, words: str
) -> Replay | None:
    """Return the replay of a board, or None if these moves do not lead there from the start."""
    size = round(len(board.split(" ")[0]) ** 0.5)
    # A transcript has no passes, not even the last one.
    for written in (moves, f"{moves}pass") if moves else ():
        try:
            record = transcript.parse(written, size=size, rules=rules)
        except ObversiError:
            continue
        if record.board().to_string() == board:
            return Replay(number, title, words, record)
    return None


def replay_data(
    name: str,
    games: Sequence[OwnGame],
    replays: Sequence[Replay] = (),
    move_seconds: float | None = None,
) -> JsonObject:
    """Return the games of a student, then the replays of boards; all have different numbers."""
    labels = [name, *sorted({own.opponent for own in games})]
    place = {label: number for number, label in enumerate(labels)}
    played = [replace(own.game, a=0, b=place[own.opponent], a_color=own.color) for own in games]
    replayed = [PlayedGame(one.number, 0, BLACK, one.record, b=0) for one in replays]
    data = game_data([visible(label) for label in labels], [*played, *replayed]).json
    games_by_number = {own.number: own for own in games}
    replays_by_number = {one.number: one for one in replays}
    for entry in data["games"]:
        if (own := games_by_number.get(entry["number"])) is not None:
            entry |= _game_fields(own, entry, move_seconds)
        else:
            replay = replays_by_number[entry["number"]]
            entry |= {
                "title": visible(replay.title),
                "words": visible(replay.words),
                "opening": len(replay.record.moves),
            }
    return data


def _game_fields(own: OwnGame, entry: Mapping[str, Any], move_seconds: float | None) -> JsonObject:
    fields: JsonObject = {"stage": own.stage, "opening": 0}
    if "reason" in entry:
        fields["reason"] = visible(entry["reason"])
    if move_seconds is not None:
        fields["limit"] = move_seconds
    # The viewer counts positions: position 0 is before the first move.
    if cut := [ply + 1 for ply in own.notes.get("time_outs", ())]:
        fields["cut"] = cut
    remarks: dict[int, list[str]] = {ply: ["stopped at the time-out"] for ply in cut}
    for remark in own.notes.get("remarks", ()):
        remarks.setdefault(remark["ply"] + 1, []).append(visible(str(remark["remark"])))
    if remarks:
        fields["remarks"] = {str(ply): "; ".join(texts) for ply, texts in remarks.items()}
    return fields
