"""A tournament as one JSON object with all that is known of it, a game a line.

A game has what any game has in JSON, so that its moves and players are found under the same names,
and with them what an arena knows of it.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TextIO

from obversi.arena.game.played import PlayedGame
from obversi.arena.store.agent_change import AgentChange
from obversi.arena.store.stored import StoredTournament
from obversi.color import color_name
from obversi.formats import json_lines

__all__ = ["write"]


def write(
    stored: StoredTournament,
    identities: Sequence[Mapping[str, Any]],
    games: Iterable[PlayedGame],
    file: TextIO,
) -> int:
    """Write the settings, the agents and the games."""
    head = {
        "number": stored.number,
        "name": stored.name,
        "created": stored.created,
        "version": stored.version,
        "ended": stored.ended,
        "planned": stored.planned,
        "settings": stored.settings.to_object(),
        "changes": [_change_object(stored, change) for change in stored.changes],
    }
    file.write(f'{{"tournament": {_text(head)},\n"agents": {_text(list(identities))},\n"games": [')
    count = 0
    for count, game in enumerate(games, start=1):
        file.write((",\n" if count > 1 else "\n") + _text(_game_object(stored, game)))
    file.write("\n]}\n")
    return count


def _change_object(stored: StoredTournament, change: AgentChange) -> dict[str, Any]:
    return {
        "agent": stored.settings.entrants[change.agent].label,
        "games": change.games,
        "what": change.what,
        "identity": change.identity,
    }


def _game_object(stored: StoredTournament, game: PlayedGame) -> dict[str, Any]:
    entrants = stored.settings.entrants
    black, white = stored.labels(game)
    failure = game.failure
    return {
        "number": game.number,
        "pair": game.pair,
        "round": game.round,
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
            "fault": failure.fault.value,
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
