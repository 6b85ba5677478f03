"""Games of a tournament as GGF, one a line: all that the format has a place for."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TextIO

from obversi.agents.failure import Fault
from obversi.arena.game.played import PlayedGame
from obversi.arena.game.time_control import TimeControl
from obversi.arena.store.stored import StoredTournament
from obversi.color import color_name
from obversi.formats import ggf
from obversi.formats.record import GameRecord

__all__ = ["write"]


def write(
    stored: StoredTournament,
    _identities: Sequence[Mapping[str, Any]],
    games: Iterable[PlayedGame],
    file: TextIO,
) -> int:
    """Write games with the labels of the agents, and why they ended in the comment."""
    return ggf.write((_labelled(stored, game) for game in games), file)


def _labelled(stored: StoredTournament, game: PlayedGame) -> GameRecord:
    time = stored.settings.time
    tags = {**game.record.tags, **_clock_tag(time), "CO": _comment(game, time)}
    if game.failure is not None and game.failure.fault is Fault.TIME:
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
    """Return the times of the game and of a move; GGF knows whole seconds only."""
    times = (time.clock or 0, time.increment)
    if time.clock is None or any(seconds % 1 for seconds in times):
        return {}
    return {"TI": "/".join(f"{int(part) // 60:02}:{int(part) % 60:02}" for part in times)}
