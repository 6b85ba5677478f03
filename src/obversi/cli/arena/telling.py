"""How the result of a tournament is told: on stdout, and as a page."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from obversi.arena.report import tournament_page
from obversi.arena.statistics.ratings import USUAL_MODEL, Anchor
from obversi.arena.store import Store, StoredTournament
from obversi.arena.tournament.settings import Entrant
from obversi.cli.arena.tournament_report import TournamentReport
from obversi.cli.progress import progress
from obversi.cli.terminal import open_terminal
from obversi.errors import ObversiError
from obversi.formats.replacing import write_whole
from obversi.suggestion import suggestion

__all__ = ["Telling", "check_folder", "write_page"]


@dataclass(frozen=True, slots=True)
class Telling:
    """What the user wants to see; `anchor` is as it was written."""

    as_json: bool = False
    anchor: str | None = None
    page: Path | None = None
    model: str = USUAL_MODEL

    def check(self, entrants: Sequence[Entrant]) -> None:
        """Refuse what could not be told in the end, before it all begins."""
        _anchor(self.anchor, entrants)
        if self.page is not None:
            if self.page.suffix.lower() not in (".html", ".htm"):
                raise ObversiError(f"a report is a page: {self.page.name!r} has to end in .html")
            check_folder(self.page)

    def tell(self, store: Store, number: int, notes: Sequence[str] = ()) -> None:
        """Tell how a tournament stands."""
        stored = store.tournament(number)
        anchor = _anchor(self.anchor, stored.settings.entrants)
        with progress("rating the agents"):
            report = TournamentReport(stored, store.games(number), anchor, notes, self.model)
            if self.page is not None:
                write_page(store, report, self.page)
        if self.as_json:
            click.echo(json.dumps(report.to_object()))
            return
        console = open_terminal().console
        for part in report.parts():
            console.print(part, soft_wrap=isinstance(part, str))


def check_folder(path: Path) -> None:
    """Refuse a file that could not be written in the end, for want of its folder."""
    if not path.parent.is_dir():
        raise ObversiError(f"{path} cannot be written: there is no such folder")


def write_page(store: Store, report: TournamentReport, path: Path) -> None:
    """Write the page of a tournament."""
    stored: StoredTournament = report.stored
    identities = store.identities(stored.number)
    page = tournament_page(stored, identities, report.standings, report.games)
    write_whole(path, page)


def _anchor(text: str | None, entrants: Sequence[Entrant]) -> Anchor | None:
    """Read ``AGENT`` or ``AGENT=NUMBER``; labels of agents may have such a sign themselves."""
    if text is None:
        return None
    labels = [entrant.label for entrant in entrants]
    if text in labels:
        return Anchor(labels.index(text))
    label, _, number = text.rpartition("=")
    if label in labels:
        try:
            return Anchor(labels.index(label), float(number))
        except ValueError:
            raise ObversiError(f"{number!r} is no rating: expected a number") from None
    raise ObversiError(f"no agent is called {text!r}: {suggestion(label or text, labels)}")
