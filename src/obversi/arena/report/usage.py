"""How games ended, and what agents did with their time, as tables."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean, median
from typing import Final

from obversi.agents.failure import Fault
from obversi.arena.game.played import ADJUDICATED, FINISHED, Failure, PlayedGame
from obversi.arena.report.markup import Column, Html, agent_name, bullets, table
from obversi.arena.report.wording import fault_text, seconds_text
from obversi.color import BLACK, WHITE

__all__ = ["endings_table", "failure_list", "time_table"]

_MOST_FAILURES_TOLD: Final = 20

_TIME_COLUMNS: Final = (
    Column("agent", number=False),
    Column("moves", about="moves that it thought about"),
    Column("mean", about="time a move"),
    Column("median", about="half of its moves took less"),
    Column("longest"),
    Column("a game", about="time a game"),
    Column("least clock", about="the least that its clock showed"),
    Column("depth", about="mean depth, as it says"),
    Column("nodes/s", about="positions a second, as it says"),
)


def endings_table(labels: Sequence[str], games: Sequence[PlayedGame]) -> Html:
    """Count how the games of each agent ended, and by which of its faults it lost."""
    ended = [Counter[str]() for _ in labels]
    blamed = [Counter[Fault]() for _ in labels]
    for game in games:
        for color in (BLACK, WHITE):
            agent = game.agent(color)
            if game.failure is None:
                ended[agent][game.ending] += 1
            elif game.failure.color == color:
                blamed[agent][game.failure.fault] += 1
            else:
                ended[agent]["failed"] += 1
    seen = [fault for fault in Fault if any(counts[fault] for counts in blamed)]
    columns = [
        Column("agent", number=False),
        Column("played out"),
        Column("adjudicated", about="ended early with the margin of perfect play"),
        Column("the other failed", about="won by a fault of the opponent"),
        *(Column(fault.value, about=f"lost: {fault_text(fault)}") for fault in seen),
    ]
    rows = [
        [
            agent_name(label),
            *(str(ended[agent][ending]) for ending in (FINISHED, ADJUDICATED, "failed")),
            *(str(blamed[agent][fault]) for fault in seen),
        ]
        for agent, label in enumerate(labels)
    ]
    return table(columns, rows, "Games by their ending; the last columns are lost by own fault.")


def failure_list(labels: Sequence[str], games: Sequence[PlayedGame]) -> Html:
    """Say who failed how, with the first game in which it did."""
    alike: dict[tuple[int, Failure], list[int]] = {}
    for game in games:
        if game.failure is not None:
            failure = replace(game.failure, color=0)
            alike.setdefault((game.agent(game.failure.color), failure), []).append(game.number)
    lines = [
        f"{labels[agent]}: {fault_text(failure.fault)}: {failure.reason} ({_games_text(numbers)})"
        for (agent, failure), numbers in alike.items()
    ]
    if len(lines) > _MOST_FAILURES_TOLD:
        lines[_MOST_FAILURES_TOLD:] = [f"and {len(lines) - _MOST_FAILURES_TOLD} more causes"]
    return bullets(lines) if lines else Html("")


def time_table(labels: Sequence[str], games: Sequence[PlayedGame]) -> Html:
    """Show the time that each agent took for its moves."""
    taken = [_Taken() for _ in labels]
    for game in games:
        for color in (BLACK, WHITE):
            taken[game.agent(color)].add(game, color)
    rows = [[agent_name(label), *taken[agent].cells()] for agent, label in enumerate(labels)]
    return table(_TIME_COLUMNS, rows, "Moves of openings and passes are not counted.")


@dataclass(slots=True)
class _Taken:
    """The time of one agent, gathered game by game."""

    games: int = 0
    seconds: list[float] = field(default_factory=list)
    clocks: list[float] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    nodes: int = 0
    node_seconds: float = 0.0

    def add(self, game: PlayedGame, color: int) -> None:
        self.games += 1
        # All plies of one colour are every second one, from its first on.
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


def _games_text(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"game {numbers[0]}"
    return f"{len(numbers)} games, the first is {numbers[0]}"
