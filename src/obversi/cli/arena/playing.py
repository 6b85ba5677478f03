"""Playing the remaining games of a stored tournament, with its progress and its report."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import click
from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.text import Text

from obversi.arena.game.played import PlayedGame
from obversi.arena.playing.players import LocalPlayers, Players
from obversi.arena.playing.processes import HAS_PROCESSES, PlayersInProcesses
from obversi.arena.report.wording import points_text
from obversi.arena.statistics.standings import LiveStandings, Standings
from obversi.arena.store.store import USUAL_FILE, Store
from obversi.arena.store.stored import StoredTournament, differences
from obversi.arena.tournament.settings import TournamentSettings
from obversi.arena.tournament.tournament import Tournament, play_tournament
from obversi.arguments import whole_number
from obversi.cli import progress
from obversi.cli.agent_checks import AgentCheck, core_notes
from obversi.cli.arena.report import ReportSettings, standings_table
from obversi.cli.game_options import opening_notes
from obversi.cli.options import cluster_option, concurrency_option, grouped
from obversi.errors import InputError

Identities = Sequence[Mapping[str, Any]]


def reject_changes(store: Store, stored: StoredTournament, now: Identities) -> None:
    """Reject agents that differ from those of the stored games."""
    for note in change_notes(store, stored, now):
        raise InputError(f"{note}; --changed resumes all the same")


def change_notes(store: Store, stored: StoredTournament, now: Identities) -> Iterator[str]:
    """Return which agents have changed since the last games, and the differences."""
    before = store.last_identities(stored.number)
    for entrant, old, new in zip(stored.settings.entrants, before, now, strict=True):
        # Compare what JSON stores of both.
        changed = ", ".join(differences(old, json.loads(json.dumps(new))))
        if changed:
            yield (
                f"the agent {entrant.label!r} has changed since tournament {stored.number} "
                f"was last played ({changed})"
            )


@dataclass(frozen=True, slots=True)
class Workers:
    """Where games are played: in processes of this machine, or by the workers of a cluster."""

    concurrency: int | None = None
    cluster: str | None = None

    def __post_init__(self) -> None:
        if self.concurrency is not None:
            whole_number(self.concurrency, "the concurrency", 1)

    def players(self) -> Players:
        """Return what plays the games there."""
        if self.cluster is None:
            if not HAS_PROCESSES and self.concurrency in (None, 1):
                return LocalPlayers()
            return PlayersInProcesses(self.concurrency)
        from obversi.arena.playing.cluster import ClusterPlayers

        return ClusterPlayers(self.cluster, self.concurrency)

    def notes(self, checked: AgentCheck) -> Iterator[str]:
        """Return notes about too few cores; those of a cluster are not known."""
        if self.cluster is None:
            yield from core_notes(checked.threads, self.concurrency or 1)


worker_options = grouped("workers", Workers, concurrency_option, cluster_option)

# Lines of a terminal that are not for agents.
_OTHER_LINES = 9


def play_on(
    store: Store,
    stored: StoredTournament,
    checked: AgentCheck,
    workers: Workers,
    report: ReportSettings,
    notes: Sequence[str] = (),
    *,
    changed: bool = False,
) -> None:
    """Play the remaining games of a tournament, and print the standings, also after Ctrl-C.

    Agents that have changed since the last games are rejected, or noted if `changed` is set.
    """
    number = stored.number
    with store.playing(number):
        if changed:
            store.note_changes(number, checked.identities)
        else:
            reject_changes(store, stored, checked.identities)
        played = store.games(number)
        openings = store.openings(number)
        tournament = Tournament(stored.settings, openings, played, checked.threads)
        all_notes = (
            *checked.notes,
            *workers.notes(checked),
            *notes,
            *opening_notes(openings, stored.settings.pairs * stored.settings.rounds),
        )
        if played:
            before = f"{len(played)} of {tournament.planned} games"
            click.echo(f"tournament {number} resumes after {before}", err=True)
        players = workers.players()
        try:
            _play(store, number, tournament, played, players)
        finally:
            report.print(store, number, all_notes)
            if tournament.ending is None:
                file = "" if store.path == USUAL_FILE else f" --db {store.path}"
                click.echo(f"to resume it: obversi arena resume {number}{file}", err=True)


def _play(
    store: Store, number: int, tournament: Tournament, played: list[PlayedGame], players: Players
) -> None:
    def keep(games: list[PlayedGame]) -> None:
        store.add_games(number, games)

    with (
        TournamentProgress(tournament.settings, tournament.planned, len(played)).shown() as shown,
        closing(play_tournament(tournament, players, keep)) as playing,
    ):
        for games in playing:
            played += games
            shown.show(played)
    assert tournament.ending is not None
    store.end(number, tournament.ending)


# Progress


class TournamentProgress(progress.LiveProgress):
    """Shows the standings.

    Games are counted as they are added, in a small share of the time of the agents.
    """

    def __init__(self, settings: TournamentSettings, planned: int, before: int) -> None:
        """Show all games played so far, of `planned`; some were played `before`."""
        super().__init__()
        self._settings = settings
        self._planned, self._before = planned, before
        self._pace = progress.Pace(before)
        self._live = LiveStandings(settings.entrants)
        self._counted = 0
        self._throttle = progress.Throttle()
        self._timer = progress.LineTimer(done=before / planned)
        self._games: Sequence[PlayedGame] = ()
        self._shown: Standings | None = None

    def first_text(self) -> str:
        """Return how many games there are."""
        return f"{self._planned - self._before:,} games to play"

    def show(self, games: Sequence[PlayedGame]) -> None:
        """Draw these games the next time, until when the sequence may grow, or print a line."""
        self._games = games
        if self.is_drawn or len(games) >= self._planned or not self._throttle.is_ready:
            return
        if self._timer.is_due(len(games) / self._planned):
            click.echo(self._line(list(games)), err=True)

    def render(self, console: Console) -> RenderableType:
        """Return the standings, the last failure and a bar."""
        games = list(self._games)
        if len(games) > self._counted and self._throttle.is_ready:
            is_first = self._shown is None
            self._shown = self._standings(games)
            if is_first:  # it took longer than others, as modules were imported
                self._throttle = progress.Throttle()
        parts: list[RenderableType] = []
        if self._shown is not None:
            parts.append(standings_table(self._shown, console.height - _OTHER_LINES))
        if failures := self._failures_text(games):
            parts.append(Text.from_markup(f"  {escape(failures)}", style="yellow"))
        return Group(*parts, progress.bar_with_text(len(games), self._planned, self._text(games)))

    def _line(self, games: Sequence[PlayedGame]) -> str:
        parts = [self._text(games)]
        if games:
            first = self._standings(games).rows[0]
            points = f"{points_text(first.points)} of {first.games} points"
            parts.append(f"first {first.label}, {points}")
        if failures := self._failures_text(games):
            parts.append(failures)
        return "; ".join(parts)

    def _text(self, games: Sequence[PlayedGame]) -> str:
        return self._pace.text(len(games), self._planned)

    def _standings(self, games: Sequence[PlayedGame]) -> Standings:
        with self._throttle.measured():
            for game in games[self._counted :]:
                self._live.add(game)
            self._counted = len(games)
            return self._live.standings()

    def _failures_text(self, games: Sequence[PlayedGame]) -> str:
        """Return how many games were lost by a failure, and the last of them."""
        failed = [game for game in games if game.failure is not None]
        if not failed:
            return ""
        last = failed[-1]
        assert last.failure is not None
        label = self._settings.entrants[last.agent(last.failure.color)].label
        count = "1 failure" if len(failed) == 1 else f"{len(failed)} failures"
        return f"{count}, the last: {label} lost game {last.number} by {last.failure.reason}"
