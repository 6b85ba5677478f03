"""Playing what is left of a tournament that is kept, and telling what came of it."""

from collections.abc import Sequence
from contextlib import closing

import click

from obversi.arena.game.played import PlayedGame
from obversi.arena.playing.players import Players
from obversi.arena.store import USUAL_FILE, Store, StoredTournament
from obversi.arena.tournament.run import play_tournament
from obversi.arena.tournament.tournament import Tournament
from obversi.cli.agent_checks import AgentCheck
from obversi.cli.arena.changes import refuse_changes
from obversi.cli.arena.places import Places
from obversi.cli.arena.progress import tournament_progress
from obversi.cli.arena.telling import Telling
from obversi.cli.planned_openings import opening_notes

__all__ = ["play_on"]


def play_on(
    store: Store,
    stored: StoredTournament,
    checked: AgentCheck,
    places: Places,
    telling: Telling,
    notes: Sequence[str] = (),
    *,
    changed: bool = False,
) -> None:
    """Play what is left of a tournament, and tell how it stands, whatever breaks it off.

    Agents that have changed since they were last to play are refused, or noted if `changed` is set.
    """
    number = stored.number
    with store.playing(number):
        if changed:
            store.note_changes(number, checked.identities)
        else:
            refuse_changes(store, stored, checked.identities)
        played = store.games(number)
        openings = store.openings(number)
        tournament = Tournament(stored.settings, openings, played, checked.threads)
        told = (
            *checked.notes,
            *places.notes(checked),
            *notes,
            *opening_notes(openings, stored.settings.pairs * stored.settings.rounds),
        )
        if played:
            before = f"{len(played)} of {tournament.planned} games"
            click.echo(f"tournament {number} goes on after {before}", err=True)
        players = places.players()
        try:
            _play(store, number, tournament, played, players)
        finally:
            telling.tell(store, number, told)
            if tournament.ending is None:
                click.echo(f"it goes on with: {_resume_text(store, number)}", err=True)


def _play(
    store: Store, number: int, tournament: Tournament, played: list[PlayedGame], players: Players
) -> None:
    def keep(games: list[PlayedGame]) -> None:
        store.add_games(number, games)

    with (
        tournament_progress(tournament.settings, tournament.planned, len(played)) as show,
        closing(play_tournament(tournament, players, keep)) as playing,
    ):
        for games in playing:
            played += games
            show(played)
    assert tournament.ending is not None
    store.end(number, tournament.ending)


def _resume_text(store: Store, number: int) -> str:
    file = "" if store.path == USUAL_FILE else f" --db {store.path}"
    return f"obversi arena resume {number}{file}"
