"""What came out of games in bulk, as tables for the terminal and as an object for JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np
from rich import box
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from obversi.arena.bulk import BulkGames
from obversi.cli.result_parts import (
    result_table,
    strength_object,
    strength_table,
    tally_object,
)
from obversi.color import BLACK, WHITE

__all__ = ["GamesReport"]

_MOST_FAILURES_SHOWN = 5

_ROUND_COLUMNS = (
    *("\ndiscs", "\npositions", "legal\nmoves", "nodes\nof A", "nodes\nof B"),
    *("corners\nwinner", "\nloser", "stable\nwinner", "\nloser"),
)

# Rounds shown unless all are asked for: each so many.
_ROUND_STEPS = {4: 1, 6: 2, 8: 4}


@dataclass(frozen=True, slots=True)
class GamesReport:
    """What is told when the games are played, or when they break off."""

    played: BulkGames
    seconds_a_move: float
    all_rounds: bool = False
    notes: Sequence[str] = ()

    # For JSON

    def to_object(self) -> dict[str, Any]:
        """Return everything, seen by A; what is infinite or unknown is None."""
        played, openings = self.played, self.played.openings
        return {
            "a": played.a,
            "b": played.b,
            "rules": openings.rules,
            "size": openings.size,
            "time": self.seconds_a_move,
            "seed": played.seed,
            "threads": played.threads,
            "planned_games": played.planned,
            **tally_object(played.tally()),
            **strength_object(played.strength()),
            "as_black": tally_object(played.tally(BLACK)),
            "as_white": tally_object(played.tally(WHITE)),
            **self._means(),
            "rounds": [self._round_object(discs) for discs in self._met_rounds()],
            "openings": {
                "origin": openings.origin,
                "count": len(openings.boards),
                "distinct": openings.distinct,
            },
            "failures": [
                {"game": failure.game + 1, "agent": failure.agent, "reason": failure.reason}
                for failure in played.failures
            ],
            "notes": list(self.notes),
            "seconds": played.seconds,
        }

    def _means(self) -> dict[str, float | None]:
        """Return means over all games that came to their end."""
        played = self.played
        failed = [failure.game for failure in played.failures]
        whole = ~np.isin(played.numbers, failed)
        if not whole.any():
            return dict.fromkeys(["plies", "discs", "a_corners", "b_corners", "a_nodes", "b_nodes"])
        columns = {
            "plies": played.plies,
            "discs": played.discs,
            "a_corners": played.corners[:, 0],
            "b_corners": played.corners[:, 1],
            "a_nodes": played.nodes[:, 0],
            "b_nodes": played.nodes[:, 1],
        }
        return {name: float(column[whole].mean()) for name, column in columns.items()}

    def _met_rounds(self) -> list[int]:
        rounds = self.played.rounds
        return np.flatnonzero((rounds.positions > 0) | (rounds.decided > 0)).tolist()

    def _round_object(self, discs: int) -> dict[str, Any]:
        rounds = self.played.rounds
        return {
            "discs": discs,
            "positions": int(rounds.positions[discs]),
            "passes": int(rounds.passes[discs]),
            "decided_games": int(rounds.decided[discs]),
            "breadth": _known(rounds.breadth[discs]),
            "a_nodes": _known(rounds.nodes_a_move[discs, 0]),
            "b_nodes": _known(rounds.nodes_a_move[discs, 1]),
            "winner_corners": _known(rounds.mean_winner_corners[discs]),
            "loser_corners": _known(rounds.mean_loser_corners[discs]),
            "winner_stable": _known(rounds.mean_winner_stable[discs]),
            "loser_stable": _known(rounds.mean_loser_stable[discs]),
        }

    # For the terminal

    def parts(self) -> Iterator[RenderableType]:
        """Return what is shown, from top to bottom: lines and tables."""
        played, openings = self.played, self.played.openings
        yield f"[bold]A[/] {escape(played.a)}  against  [bold]B[/] {escape(played.b)}"
        yield (
            f"{openings.rules} rules, {openings.size}×{openings.size}, {self._extent()} in "
            f"{played.seconds:.1f} s, seed {played.seed}"
        )
        if len(played):
            tally, strength = played.tally(), played.strength()
            yield result_table(tally, played.tally(BLACK), played.tally(WHITE))
            if strength:
                yield strength_table(strength, tally)
        if self._met_rounds():
            yield self._round_table()
            yield self._means_text()
        used = min(len(openings.boards), played.planned // 2)
        yield f"openings: {used}, {escape(openings.origin)}"
        for remark in (*self.notes, *self._failure_remarks()):
            yield f"note: {escape(remark)}"

    def _extent(self) -> str:
        games, planned = len(self.played), self.played.planned
        return f"{games} games" if games == planned else f"{games} of {planned} games"

    def _means_text(self) -> str:
        told = {name: _cell(mean, 1) for name, mean in self._means().items()}
        return (
            f"a game has {told['plies']} plies after its opening and {told['discs']} discs at its "
            f"end;\nA has {told['a_corners']} corners then and looked at {told['a_nodes']} nodes, "
            f"B {told['b_corners']} and {told['b_nodes']}"
        )

    def _round_table(self) -> Table:
        table = Table(box=box.SIMPLE_HEAD)
        for name in _ROUND_COLUMNS:
            table.add_column(name, justify="right", no_wrap=True)
        met = self._met_rounds()
        step = 1 if self.all_rounds else _ROUND_STEPS[self.played.openings.size]
        for discs in (round for round in met if round % step == 0 or round == met[-1]):
            told = self._round_object(discs)
            table.add_row(
                str(discs),
                str(told["positions"]),
                _cell(told["breadth"], 2),
                *(_node_cell(told[name]) for name in ("a_nodes", "b_nodes")),
                *(_cell(told[name], 2) for name in ("winner_corners", "loser_corners")),
                *(_cell(told[name], 1) for name in ("winner_stable", "loser_stable")),
            )
        return table

    def _failure_remarks(self) -> Iterator[str]:
        failures = self.played.failures
        for failure in failures[:_MOST_FAILURES_SHOWN]:
            yield f"{failure.agent.upper()} lost game {failure.game + 1} by {failure.reason}"
        if len(failures) > _MOST_FAILURES_SHOWN:
            yield f"{len(failures) - _MOST_FAILURES_SHOWN} more games were lost like that"


def _known(mean: float) -> float | None:
    return None if isnan(mean) else float(mean)


def _node_cell(mean: float | None) -> str:
    """Write a number of nodes in five letters, so that the table fits on any terminal."""
    if mean is None or mean < 9_999.5:
        return _cell(mean, 0)
    thousands = mean / 1000
    if thousands < 999.5:
        return f"{thousands:.1f}k" if thousands < 99.95 else f"{thousands:.0f}k"
    return f"{thousands / 1000:.1f}M" if thousands < 99_950 else f"{thousands / 1000:,.0f}M"


def _cell(mean: float | None, digits: int) -> str:
    return "" if mean is None else f"{mean:,.{digits}f}"
