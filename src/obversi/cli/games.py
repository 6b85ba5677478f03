"""``obversi games``: thousands of games between two agents, and statistics about them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isnan

import click
import numpy as np
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from obversi.arena.bulk import BulkGames, BulkInterrupted, play_bulk
from obversi.arguments import chosen_seed
from obversi.cli import match_report, options
from obversi.cli.game_options import (
    USUAL_SECONDS,
    OpeningChoice,
    bulk_options,
    odd_notes,
    opening_notes,
    pairing_options,
    pairs_of_games,
)
from obversi.cli.options import SectionedCommand
from obversi.cli.progress import score_progress
from obversi.cli.terminal import number_table, print_report
from obversi.color import BLACK, WHITE
from obversi.records import JsonObject

_MOST_FAILURES_SHOWN = 5

_ROUND_COLUMNS = (
    *("\ndiscs", "\npositions", "legal\nmoves", "nodes\nof A", "nodes\nof B"),
    *("corners\nwinner", "\nloser", "stable\nwinner", "\nloser"),
)

# Means over the games that were not drawn.
_OF_WINNERS = ("winner_corners", "loser_corners", "winner_stable", "loser_stable")

# The number of discs between two lines, unless all are shown.
_ROUND_STEPS = {4: 1, 6: 2, 8: 4}


@click.command(
    "games",
    cls=SectionedCommand,
    epilog="\n\n".join(
        [
            options.COMMANDS_FOR_GAMES,
            options.examples(
                "obversi games greedy random --games 100000",
                "obversi games random random --plies 0 --rules reversed --rounds all",
                "obversi games r4:depth=4 greedy:perfect=12 --size 6 --json",
            ),
        ]
    ),
)
@pairing_options(1000, bulk_options)
@options.threads_option
@click.option(
    "--solved",
    type=options.SOLVED,
    default=0,
    show_default=False,
    metavar="N",
    help="End games with N empty squares, with the result of perfect play; 12 is fast.",
)
@click.option(
    "--rounds",
    type=click.Choice(["some", "all"]),
    default="some",
    help="Lines of the table by the number of discs.",
)
@options.json_option
def games_command(
    a: str,
    b: str,
    games: int,
    seconds: float | None,
    opening_choice: OpeningChoice,
    seed: int | None,
    threads: int | None,
    solved: int,
    rounds: str,
    as_json: bool,
) -> None:
    """Let the agents A and B play thousands of games inside the core.

    The report says which agent is stronger, as that of a match does, and describes the games by
    the number of discs: legal moves, nodes per move, and the corners and stable discs of winners
    and losers. `obversi agents` lists the agents. After Ctrl-C the games played so far are counted.
    """
    seed = chosen_seed(seed)
    limit = USUAL_SECONDS if seconds is None else seconds
    pairs = pairs_of_games(games)
    openings = opening_choice.openings(pairs, seed)
    notes = [*odd_notes(games), *opening_notes(openings, pairs)]
    if solved:
        notes.append(f"games end with {solved} empty squares, as if both sides played perfectly")

    def report(played: BulkGames) -> None:
        print_report(GamesReport(played, limit, rounds == "all", notes), as_json)

    try:
        with score_progress(games + games % 2) as show:
            played = play_bulk(
                *(a, b, games),
                size=openings.size,
                rules=openings.rules,
                openings=openings,
                seconds=limit,
                seed=seed,
                threads=threads,
                solved=solved,
                on_progress=show,
            )
    except BulkInterrupted as stopped:
        report(stopped.played)
        raise
    report(played)


@dataclass(frozen=True, slots=True)
class GamesReport:
    """The result of games in bulk, also of interrupted ones."""

    played: BulkGames
    seconds_a_move: float
    all_rounds: bool = False
    notes: Sequence[str] = ()

    def to_object(self) -> JsonObject:
        """Return everything, from A's point of view; infinite and unknown numbers are None."""
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
            **match_report.tally_object(played.tally()),
            **match_report.strength_object(played.strength()),
            "as_black": match_report.tally_object(played.tally(BLACK)),
            "as_white": match_report.tally_object(played.tally(WHITE)),
            **self._means(),
            "rounds": [self._round_object(discs) for discs in self._met_rounds()],
            "openings": match_report.openings_object(openings),
            "failures": [
                {"game": failure.game + 1, "agent": failure.agent, "reason": failure.reason}
                for failure in played.failures
            ],
            "notes": list(self.notes),
            "seconds": played.seconds,
        }

    def _means(self) -> dict[str, float | None]:
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

    def _round_object(self, discs: int) -> JsonObject:
        rounds = self.played.rounds
        return {
            "discs": discs,
            "positions": int(rounds.positions[discs]),
            "passes": int(rounds.passes[discs]),
            "decided_games": int(rounds.decided[discs]),
            "breadth": _known(rounds.breadth[discs]),
            "a_nodes": _known(rounds.nodes_a_move[discs, 0]),
            "b_nodes": _known(rounds.nodes_a_move[discs, 1]),
            **{name: _known(getattr(rounds, f"mean_{name}")[discs]) for name in _OF_WINNERS},
        }

    def parts(self) -> Iterator[RenderableType]:
        """Return everything for the terminal."""
        played, openings = self.played, self.played.openings
        yield f"[bold]A[/] {escape(played.a)}  against  [bold]B[/] {escape(played.b)}"
        yield (
            f"{openings.rules} rules, {openings.size}×{openings.size}, "
            f"{match_report.games_text(len(played), played.planned)} in {played.seconds:.1f} s, "
            f"seed {played.seed}"
        )
        if len(played):
            tally, strength = played.tally(), played.strength()
            yield match_report.result_table(tally, played.tally(BLACK), played.tally(WHITE))
            if strength:
                yield match_report.strength_table(strength, tally)
        if self._met_rounds():
            yield self._round_table()
            yield self._means_text()
        used = min(len(openings.boards), played.planned // 2)
        yield f"openings: {used}, {escape(openings.origin)}"
        for note in (*self.notes, *self._failure_notes()):
            yield f"note: {escape(note)}"

    def _means_text(self) -> str:
        text = {name: _cell(mean, 1) for name, mean in self._means().items()}
        return (
            f"a game has {text['plies']} plies after its opening and {text['discs']} discs at its "
            f"end;\nA has {text['a_corners']} corners then and searched {text['a_nodes']} nodes, "
            f"B {text['b_corners']} and {text['b_nodes']}"
        )

    def _round_table(self) -> Table:
        table = number_table(*_ROUND_COLUMNS, text=0)
        met = self._met_rounds()
        step = 1 if self.all_rounds else _ROUND_STEPS[self.played.openings.size]
        for discs in (round for round in met if round % step == 0 or round == met[-1]):
            row = self._round_object(discs)
            table.add_row(
                str(discs),
                str(row["positions"]),
                _cell(row["breadth"], 2),
                *(_node_cell(row[name]) for name in ("a_nodes", "b_nodes")),
                *(_cell(row[name], 2) for name in ("winner_corners", "loser_corners")),
                *(_cell(row[name], 1) for name in ("winner_stable", "loser_stable")),
            )
        return table

    def _failure_notes(self) -> Iterator[str]:
        failures = self.played.failures
        for failure in failures[:_MOST_FAILURES_SHOWN]:
            yield f"{failure.agent.upper()} lost game {failure.game + 1} by {failure.reason}"
        if len(failures) > _MOST_FAILURES_SHOWN:
            yield f"{len(failures) - _MOST_FAILURES_SHOWN} more games were lost by failures"


def _known(mean: float) -> float | None:
    return None if isnan(mean) else float(mean)


def _node_cell(mean: float | None) -> str:
    """Write a number of nodes in five characters, so that the table fits on any terminal."""
    if mean is None or mean < 9_999.5:
        return _cell(mean, 0)
    thousands = mean / 1000
    if thousands < 999.5:
        return f"{thousands:.1f}k" if thousands < 99.95 else f"{thousands:.0f}k"
    return f"{thousands / 1000:.1f}M" if thousands < 99_950 else f"{thousands / 1000:,.0f}M"


def _cell(mean: float | None, digits: int) -> str:
    return "" if mean is None else f"{mean:,.{digits}f}"
