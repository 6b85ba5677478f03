"""What the viewer of a page reads: the games of one agent, and moves that led to some board."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from obversi.arena.game.played import PlayedGame
from obversi.arena.report.game_data import game_data
from obversi.color import BLACK
from obversi.errors import ObversiError
from obversi.formats import transcript
from obversi.formats.record import GameRecord
from obversi.judge.report.own_game import OwnGame
from obversi.judge.report.visible import visible

__all__ = ["Line", "line_to", "replay_data"]


@dataclass(frozen=True, slots=True)
class Line:
    """Moves from the start to a board of which something is to be said."""

    number: int
    title: str
    words: str
    record: GameRecord


def line_to(
    board: str, moves: str, *, rules: str, number: int, title: str, words: str
) -> Line | None:
    """Return the line to a board, or None if these moves do not lead there from the start."""
    size = round(len(board.split(" ")[0]) ** 0.5)
    # A transcript leaves passes out, the last one too.
    for written in (moves, f"{moves}pass") if moves else ():
        try:
            record = transcript.parse(written, size=size, rules=rules)
        except ObversiError:
            continue
        if record.board().to_string() == board:
            return Line(number, title, words, record)
    return None


def replay_data(
    name: str, games: Sequence[OwnGame], lines: Sequence[Line] = (), limit: float | None = None
) -> dict[str, Any]:
    """Return the games of a student, then the lines; all numbers on a page differ.

    `limit` is how many seconds a move may take.
    """
    labels = [name, *sorted({own.opponent for own in games})]
    place = {label: number for number, label in enumerate(labels)}
    seated = [replace(own.game, a=0, b=place[own.opponent], a_color=own.color) for own in games]
    led = [PlayedGame(line.number, 0, BLACK, line.record, b=0) for line in lines]
    told = game_data([visible(label) for label in labels], [*seated, *led]).told
    by_number = {own.number: own for own in games}
    titled = {line.number: line for line in lines}
    for one in told["games"]:
        if (own := by_number.get(one["number"])) is not None:
            one |= _of_game(own, one, limit)
        else:
            line = titled[one["number"]]
            moves = len(line.record.moves)
            one |= {"title": visible(line.title), "words": visible(line.words), "opening": moves}
    return told


def _of_game(own: OwnGame, told: Mapping[str, Any], limit: float | None) -> dict[str, Any]:
    more: dict[str, Any] = {"stage": own.stage, "opening": 0}
    if "reason" in told:
        more["reason"] = visible(told["reason"])
    if limit is not None:
        more["limit"] = limit
    # A position of the viewer is the one after a move, and the first is before all of them.
    if cut := [ply + 1 for ply in own.notes.get("time_outs", ())]:
        more["cut"] = cut
    remarks: dict[int, list[str]] = {ply: ["stopped at the time-out"] for ply in cut}
    for remark in own.notes.get("remarks", ()):
        remarks.setdefault(remark["ply"] + 1, []).append(visible(str(remark["remark"])))
    if remarks:
        more["remarks"] = {str(ply): "; ".join(words) for ply, words in remarks.items()}
    return more
