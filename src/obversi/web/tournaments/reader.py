"""Reads the arena's database, which may be missing, damaged or in use.

All methods wait for the disk: call them in a thread.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

from obversi.arena.store.rows import storable
from obversi.arena.store.stored import StoredTournament
from obversi.arena.store.watching import WatchedStore
from obversi.arguments import suggestion
from obversi.errors import ObversiError
from obversi.formats.lines import quoted
from obversi.sqlite_file import DamageError, NotFoundError, explain_damage
from obversi.web.http.errors import RequestError
from obversi.web.tournaments.game_replies import arena_game, game_line
from obversi.web.tournaments.models import Arena, ArenaGame, GamesPart, GamesQuery
from obversi.web.tournaments.standings import (
    ABSENCE,
    TournamentSnapshot,
    absence_words,
    begin_command,
    tournament_line,
)


class ArenaReader:
    """Opens the database for each request, because the file may be replaced."""

    def __init__(self, path: Path | None) -> None:
        """Set the file, which need not exist."""
        self._path = path

    def list_all(self) -> Arena:
        """Return all tournaments, the last one first."""
        path = self._path
        if path is None or not _exists(path):
            return Arena(
                database=None, tournaments=[], text=ABSENCE, command=begin_command(path), notes=[]
            )
        lines, notes = [], []
        with self.watching() as store:
            # Running ones are read first, so that a tournament that ends now does not count as
            # stopped.
            running = store.played_now()
            found, damaged = store.whole_and_damaged()
            for stored in reversed(found):
                seen = TournamentSnapshot(stored, stored.number in running)
                try:
                    with explain_damage(store.path, f"tournament {stored.number}"):
                        lines.append(tournament_line(seen, store.path))
                except DamageError as error:
                    damaged.append(error)
            notes = [self._error_text(error) for error in damaged]
        return Arena(
            database=storable(path.name),
            tournaments=lines,
            text=None if lines else ABSENCE,
            command=None if lines else begin_command(path),
            notes=notes,
        )

    def see(self, number: int) -> TournamentSnapshot:
        """Return the current state of a tournament."""
        with self.watching() as store:
            running = store.played_now()
            return TournamentSnapshot(store.tournament(number), number in running)

    def list_games(self, number: int, query: GamesQuery) -> GamesPart:
        """Return games of a tournament, sorted by number."""
        with self.watching() as store:
            stored = store.tournament(number)
            agent = _place(stored, query.agent, "agent")
            against = _place(stored, query.against, "against")
            if agent is not None and agent == against:
                return GamesPart(games=[], more=False)
            games = store.some_games(
                stored,
                after=query.after,
                before=query.before,
                most=query.most + 1,
                newest=query.newest,
                agent=agent,
                against=against,
            )
            lines = []
            for game in games[: query.most]:
                with explain_damage(store.path, f"game {game.number} of tournament {number}"):
                    lines.append(game_line(stored, game))
        return GamesPart(games=lines, more=len(games) > query.most)

    def game(self, number: int, game: int) -> ArenaGame:
        """Return a game of a tournament."""
        with self.watching() as store:
            stored = store.tournament(number)
            found = store.game(stored, game)
            with explain_damage(store.path, f"game {game} of tournament {number}"):
                return arena_game(stored, found)

    @contextmanager
    def watching(self) -> Iterator[WatchedStore]:
        """Open the database."""
        if self._path is None or not _exists(self._path):
            raise RequestError(absence_words(self._path), status=HTTPStatus.NOT_FOUND)
        with self.map_errors(), WatchedStore.watch(self._path) as store:
            yield store

    @contextmanager
    def map_errors(self) -> Iterator[None]:
        """Turn errors of the database into HTTP errors."""
        try:
            yield
        except RequestError:
            raise
        except NotFoundError as error:
            raise RequestError(self._error_text(error), status=HTTPStatus.NOT_FOUND) from error
        except ObversiError as error:
            raise RequestError(self._error_text(error), status=HTTPStatus.CONFLICT) from error

    @property
    def path(self) -> Path:
        """The file; there must be one."""
        assert self._path is not None
        return self._path

    def _error_text(self, error: ObversiError) -> str:
        """Return the text of an error, with the name of the file instead of its path."""
        return storable(str(error).replace(str(self._path), self.path.name))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # opening it reports the problem
        return True


def _place(stored: StoredTournament, label: str, where: str) -> int | None:
    """Return the index of an agent, or None for any."""
    if not label:
        return None
    labels = [entrant.label for entrant in stored.settings.entrants]
    if label not in labels:
        raise RequestError(
            f"no agent is called {quoted(label)}: {suggestion(label, labels)}",
            where,
            HTTPStatus.NOT_FOUND,
        )
    return labels.index(label)
