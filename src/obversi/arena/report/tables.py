"""What is counted for the tables of a tournament: endings, failures, time, and the agents."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from statistics import fmean, median
from typing import Any

from obversi.agents.agent import FailureKind
from obversi.arena.game.played import ADJUDICATED, FINISHED, PlayedGame
from obversi.arena.report.wording import (
    failure_text,
    seconds_text,
)
from obversi.arena.tournament.settings import Entrant
from obversi.color import BLACK, WHITE, Color
from obversi.pages.parts import Column, Html, agent_name, bullets, table, tag

_MOST_FAILURES = 20

_TIME_COLUMNS = (
    Column("agent", number=False),
    Column("moves", about="moves that the agent chose"),
    Column("mean", about="time per move"),
    Column("median", about="half of the moves took less"),
    Column("longest"),
    Column("per game", about="time per game"),
    Column("least clock", about="the least time that was left on the clock"),
    Column("depth", about="mean depth, as reported by the agent"),
    Column("nodes/s", about="positions per second, as reported by the agent"),
)


# Endings


def endings_table(labels: Sequence[str], games: Sequence[PlayedGame]) -> Html:
    """Count how the games of each agent ended, and the failures by which it lost."""
    endings = [Counter[str]() for _ in labels]
    failures = [Counter[FailureKind]() for _ in labels]
    for game in games:
        for color in (BLACK, WHITE):
            agent = game.agent(color)
            if game.failure is None:
                endings[agent][game.ending] += 1
            elif game.failure.color == color:
                failures[agent][game.failure.kind] += 1
            else:
                endings[agent]["failed"] += 1
    occurred = [kind for kind in FailureKind if any(counts[kind] for counts in failures)]
    columns = [
        Column("agent", number=False),
        Column("played out"),
        Column("adjudicated", about="ended early with the margin of perfect play"),
        Column("opponent failed", about="won by a failure of the opponent"),
        *(Column(kind.value, about=f"lost: {failure_text(kind)}") for kind in occurred),
    ]
    rows = [
        [
            agent_name(label),
            *(str(endings[agent][ending]) for ending in (FINISHED, ADJUDICATED, "failed")),
            *(str(failures[agent][kind]) for kind in occurred),
        ]
        for agent, label in enumerate(labels)
    ]
    about = "Games by ending. The last columns count games that the agent lost by a failure."
    return table(columns, rows, about)


def failure_list(labels: Sequence[str], games: Sequence[PlayedGame]) -> Html:
    """List the failures by agent and cause, with the first game of each."""
    causes: dict[tuple[int, FailureKind, str], list[int]] = {}
    for game in games:
        if game.failure is not None:
            failure = game.failure
            cause = (game.agent(failure.color), failure.kind, failure.reason)
            causes.setdefault(cause, []).append(game.number)
    lines = []
    for (agent, kind, reason), numbers in causes.items():
        count = f"{len(numbers)} games, first game" if len(numbers) > 1 else "game"
        lines.append(f"{labels[agent]}: {failure_text(kind)}: {reason} ({count} {numbers[0]})")
    if len(lines) > _MOST_FAILURES:
        lines[_MOST_FAILURES:] = [f"and {len(lines) - _MOST_FAILURES} more causes"]
    return bullets(lines) if lines else Html()


# Time


def time_table(labels: Sequence[str], games: Sequence[PlayedGame]) -> Html:
    """Show the time that each agent took for its moves."""
    usages = [_TimeUsage() for _ in labels]
    for game in games:
        for color in (BLACK, WHITE):
            usages[game.agent(color)].add(game, color)
    rows = [[agent_name(label), *usages[agent].cells()] for agent, label in enumerate(labels)]
    return table(_TIME_COLUMNS, rows, "Moves of openings and passes are not counted.")


@dataclass(slots=True)
class _TimeUsage:
    """The time of one agent, summed up game by game."""

    games: int = 0
    seconds: list[float] = field(default_factory=list)
    clocks: list[float] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    nodes: int = 0
    node_seconds: float = 0.0

    def add(self, game: PlayedGame, color: Color) -> None:
        self.games += 1
        # The plies of a colour are every second one: a pass is a ply too.
        own = slice(0 if game.record.start.turn == color else 1, None, 2)
        moves = game.record.moves[own]
        self.seconds += [played.seconds for played in moves if played.seconds is not None]
        self.clocks += [clock for clock in game.clocks[own] if clock is not None]
        self.depths += [depth for depth in game.depths[own] if depth is not None]
        for played, nodes in zip(moves, game.nodes[own], strict=False):
            if nodes is not None and played.seconds is not None:
                self.nodes += nodes
                self.node_seconds += played.seconds

    def cells(self) -> list[str]:
        seconds = self.seconds
        return [
            str(len(seconds)),
            seconds_text(fmean(seconds) if seconds else None),
            seconds_text(median(seconds) if seconds else None),
            seconds_text(max(seconds, default=None)),
            seconds_text(sum(seconds) / self.games if seconds else None),
            seconds_text(min(self.clocks, default=None)),
            f"{fmean(self.depths):.1f}" if self.depths else "",
            f"{self.nodes / self.node_seconds:,.0f}" if self.node_seconds else "",
        ]


# Agents


def agents_table(entrants: Sequence[Entrant], identities: Sequence[Mapping[str, Any]]) -> Html:
    """Show the agents with all options, versions and checksums."""
    heads = ("agent", "description", "version", "options and other details")
    rows = [
        [
            agent_name(entrant.label),
            tag("code", str(identity.get("description", entrant.description))),
            _value_text(identity.get("version", "")),
            "; ".join(_details(identity)),
        ]
        for entrant, identity in zip(entrants, chain(identities, repeat({})), strict=False)
    ]
    columns = [Column(head, number=False) for head in heads]
    about = "The agents as they were when the tournament started."
    return tag("div", table(columns, rows, about), class_="facts")


def _details(identity: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """List an identity, which may contain objects, except for what has its own column."""
    for key, value in identity.items():
        if not prefix and key in ("description", "version"):
            continue
        if isinstance(value, Mapping):
            yield from _details(value, f"{prefix}{key}.")
        elif value is not None:
            yield f"{prefix}{key} {_value_text(value)}"


def _value_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
