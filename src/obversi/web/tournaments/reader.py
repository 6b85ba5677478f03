"""What the app reads from the arena's database, which may be missing, damaged or in use.

Everything here waits for the disk, so that it is done in a thread.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from obversi.arena.store import StoredTournament
from obversi.arena.store.game_row import storable
from obversi.arena.store.problems import AbsenceError, DamageError, whole
from obversi.arena.store.watching import WatchedStore
from obversi.errors import ObversiError
from obversi.formats.problems import quoted
from obversi.suggestion import suggestion
from obversi.web.http.errors import RequestError
from obversi.web.tournaments.answers import TournamentSeen, tournament_line
from obversi.web.tournaments.games import arena_game, game_line
from obversi.web.tournaments.models import Arena, ArenaGame, GamesPart
from obversi.web.tournaments.words import ABSENCE, absence_words, begin_command

__all__ = ["ArenaReader", "GamesWanted"]


@dataclass(frozen=True, slots=True)
class GamesWanted:
    """Which games of a tournament are to be listed.

    Agents are named by their labels, and one whose name is empty is any.
    """

    after: int
    before: int
    most: int
    newest: bool = False
    agent: str = ""
    against: str = ""


class ArenaReader:
    """Reads a database anew each time, for it may have become another one meanwhile."""

    def __init__(self, path: Path | None) -> None:
        """Take a file that need not be there."""
        self._path = path

    def list_all(self) -> Arena:
        """Return all tournaments, the last one first."""
        path = self._path
        if path is None or not _is_there(path):
            return Arena(
                database=None,
                tournaments=[],
                text=ABSENCE,
                command=begin_command(path),
                notes=[],
            )
        lines, notes = [], []
        with self.watching() as store:
            # First who plays: what is over when the games are looked at has been seen to run.
            played = store.played_now()
            found, damaged = store.whole_and_damaged()
            for stored in reversed(found):
                seen = TournamentSeen(stored, stored.number in played)
                try:
                    with whole(store.path, f"tournament {stored.number}"):
                        lines.append(tournament_line(seen, store.path))
                except DamageError as error:
                    damaged.append(error)
            notes = [self._told(error) for error in damaged]
        return Arena(
            database=storable(path.name),
            tournaments=lines,
            text=None if lines else ABSENCE,
            command=None if lines else begin_command(path),
            notes=notes,
        )

    def see(self, number: int) -> TournamentSeen:
        """Return a tournament as it is now."""
        with self.watching() as store:
            played = store.played_now()
            return TournamentSeen(store.tournament(number), number in played)

    def list_games(self, number: int, wanted: GamesWanted) -> GamesPart:
        """Return games of a tournament by their numbers."""
        with self.watching() as store:
            stored = store.tournament(number)
            agent = _place(stored, wanted.agent, "agent")
            against = _place(stored, wanted.against, "against")
            if agent is not None and agent == against:
                return GamesPart(games=[], more=False)
            games = store.some_games(
                stored,
                after=wanted.after,
                before=wanted.before,
                most=wanted.most + 1,
                newest=wanted.newest,
                agent=agent,
                against=against,
            )
            lines = []
            for game in games[: wanted.most]:
                with whole(store.path, f"game {game.number} of tournament {number}"):
                    lines.append(game_line(stored, game))
        return GamesPart(games=lines, more=len(games) > wanted.most)

    def game(self, number: int, game: int) -> ArenaGame:
        """Return a game of a tournament."""
        with self.watching() as store:
            stored = store.tournament(number)
            found = store.game(stored, game)
            with whole(store.path, f"game {game} of tournament {number}"):
                return arena_game(stored, found)

    @contextmanager
    def watching(self) -> Iterator[WatchedStore]:
        """Open the database."""
        if self._path is None or not _is_there(self._path):
            raise RequestError(absence_words(self._path), status=HTTPStatus.NOT_FOUND)
        with self.telling_problems(), WatchedStore.watch(self._path) as store:
            yield store

    @contextmanager
    def telling_problems(self) -> Iterator[None]:
        """Tell who asked what is wrong with the database, or not in it."""
        try:
            yield
        except RequestError:
            raise
        except AbsenceError as error:
            raise RequestError(self._told(error), status=HTTPStatus.NOT_FOUND) from error
        except ObversiError as error:
            raise RequestError(self._told(error), status=HTTPStatus.CONFLICT) from error

    @property
    def path(self) -> Path:
        """The file, which is there for who has seen a tournament of it."""
        assert self._path is not None
        return self._path

    def _told(self, error: ObversiError) -> str:
        """Return what is wrong, without where on this machine the file lies."""
        return storable(str(error).replace(str(self._path), self.path.name))


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # who opens it is told what is wrong
        return True


def _place(stored: StoredTournament, label: str, where: str) -> int | None:
    """Return the place of an agent among the entrants, or None for any."""
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
