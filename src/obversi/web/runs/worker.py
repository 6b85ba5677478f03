"""The process of a run. It reads an order from stdin, and writes reports to stdout, as JSON lines.

A report has the fields of a run that have changed. The end of stdin means that the server is gone.
"""

import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

from obversi.agents.agent import BaseAgent
from obversi.agents.description import make_agent
from obversi.agents.identity import identity
from obversi.arena.game.plan import GamePlan, TimeControl
from obversi.arena.openings import random_openings
from obversi.arena.playing.players import LocalPlayers
from obversi.arena.store.rows import storable
from obversi.arena.store.store import Store
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.settings import TournamentSettings, entrants
from obversi.arena.tournament.tournament import Tournament, play_tournament
from obversi.arguments import chosen_seed
from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.errors import InputError, ObversiError

# Users of the server come first.
_NICENESS = 10

# Seconds between reports of the same kind.
_PAUSE = 0.1

_STANDARD_ERROR = 2

_OTHER_AGENTS = "the tournament in the file has other agents than this run"
_OTHER_RESULTS = (
    "the folder has results of this experiment with other settings: measure everything again"
)
_UNEXPECTED = "it failed unexpectedly: the log of the server says more"

#: The reasons of failed runs, apart from errors of files.
FAILURE_TEXTS = (_OTHER_AGENTS, _OTHER_RESULTS, _UNEXPECTED)

Order = Mapping[str, Any]


class Report(Protocol):
    """Reports to the server which fields of the run have changed."""

    def __call__(self, **fields: Any) -> None:
        """Send the fields."""


def main() -> None:
    """Make the run of the first line."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    report = _report_to_stdout()
    order = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_server, daemon=True).start()
    make: Callable[[Order, Report], None] = run_experiment if "experiment" in order else play
    try:
        make(order, report)
    except (ObversiError, OSError) as error:
        report(state="failed", text=_failure_text(error, order))
    except Exception:
        traceback.print_exc()
        report(state="failed", text=_UNEXPECTED)
    else:
        report(state="finished", share=1.0)


def _report_to_stdout() -> Report:
    """Keep stdout for reports; what other code prints goes to stderr."""
    file = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(_STANDARD_ERROR, sys.stdout.fileno())

    def report(**fields: Any) -> None:
        file.write(json.dumps(fields) + "\n")
        file.flush()

    return report


def _end_with_server() -> None:
    os.read(sys.stdin.fileno(), 1)
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def _failure_text(error: Exception, order: Order) -> str:
    """Return the text of an error, with the names of files instead of their paths."""
    text = (isinstance(error, OSError) and error.strerror) or str(error)
    for path in (Path(order["arena"]), Path(order["lab"])):
        text = text.replace(str(path.resolve()), path.name).replace(str(path), path.name)
    return storable(text)


class _Throttle:
    """Limits the rate of reports."""

    def __init__(self) -> None:
        self._last = 0.0

    def is_due(self) -> bool:
        now = time.monotonic()
        if now - self._last < _PAUSE:
            return False
        self._last = now
        return True


# Tournaments


def play(order: Order, report: Report) -> None:
    """Play a tournament, or the rest of one; every game is stored when it is over."""
    with Store.open(order["arena"]) as store:
        stored = _stored(store, order)
        number, settings = stored.number, stored.settings
        report(tournament=number)
        if stored.ended is not None:
            return
        with store.playing(number):
            store.note_changes(number, _identities(settings))
            tournament = Tournament(settings, store.openings(number), store.games(number))
            players = _ShownPlayers(settings, report)
            playing = play_tournament(tournament, players, lambda new: store.add_games(number, new))
            with closing(playing):
                for _ in playing:
                    report(share=len(tournament.games) / tournament.planned)
            assert tournament.ending is not None
            store.end(number, tournament.ending)


def _stored(store: Store, order: Order) -> StoredTournament:
    """Return the tournament to resume, or a new one."""
    if order["tournament"] is not None:
        stored = store.tournament(order["tournament"])
        # The file may have been replaced by one with agents that are programs.
        if [entrant.description for entrant in stored.settings.entrants] != order["agents"]:
            raise InputError(_OTHER_AGENTS)
        return stored
    size, rules, pairs = order["size"], order["rules"], order["pairs"]
    seed = chosen_seed(None)
    openings = random_openings(pairs, size=size, rules=rules, seed=seed)
    settings = TournamentSettings(
        entrants=entrants(order["agents"]),
        form="round-robin",
        size=size,
        rules=rules,
        pairs=pairs,
        time=TimeControl(seconds=order["seconds"]),
        seed=seed,
        openings=openings.origin,
    )
    name = order["name"] or None
    number = store.add_tournament(settings, openings, _identities(settings), name)
    return store.tournament(number)


def _identities(settings: TournamentSettings) -> list[dict[str, Any]]:
    found = []
    seconds = settings.time.steady_seconds(settings.size)
    for entrant in settings.entrants:
        agent = make_agent(entrant.description, seconds=seconds)
        try:
            found.append(identity(entrant.description, agent, settings.size, settings.rules))
        finally:
            if isinstance(agent, BaseAgent):
                agent.close()
    return found


class _ShownPlayers(LocalPlayers):
    """Plays one game at a time, and reports its moves."""

    def __init__(self, settings: TournamentSettings, report: Report) -> None:
        super().__init__(monitor=self)
        self._settings, self._report = settings, report
        self._throttle = _Throttle()
        self._players: dict[str, Any] = {}

    def begin(self, plan: GamePlan) -> None:
        """Take a game, and report it."""
        super().begin(plan)
        black, white = (
            self._settings.entrants[plan.player(color).agent].label for color in (BLACK, WHITE)
        )
        self._players = {"number": plan.number, "black": black, "white": white}
        self._show(plan.opening)

    def turn(self, board: Board, _seconds: float | None) -> None:
        """Report the moves before this turn."""
        if self._throttle.is_due():
            self._show(board)

    def pause(self) -> None:
        """Do nothing after a turn."""

    def _show(self, board: Board) -> None:
        # Random openings start from the usual position.
        moves = "".join(move for move in board.move_stack if not move.is_pass)
        self._report(
            game={**self._players, "rules": board.rules, "size": board.size, "moves": moves}
        )


# Experiments


def run_experiment(order: Order, report: Report) -> None:
    """Run an experiment with a tenth of its games; every step is stored when it is over."""
    from obversi.lab.experiment import quick_games
    from obversi.lab.experiments import EXPERIMENTS  # a tournament does not need it
    from obversi.lab.folder import LabFolder
    from obversi.lab.page import write_folder_page

    throttle = _Throttle()

    def on_progress(_step: str, share: float) -> None:
        if throttle.is_due():
            report(share=share)

    experiment = EXPERIMENTS[order["experiment"]]
    folder = LabFolder(order["lab"])
    settings = experiment.settings(games=quick_games(experiment.games))
    if not order["new"]:
        try:
            folder.check(experiment, settings)
        except InputError as error:
            if isinstance(error.__cause__, OSError):
                raise
            raise InputError(_OTHER_RESULTS) from error
    folder.run(experiment, settings, new=order["new"], on_progress=on_progress)
    write_folder_page(folder, list(EXPERIMENTS.values()), redraw=False)


if __name__ == "__main__":
    main()
