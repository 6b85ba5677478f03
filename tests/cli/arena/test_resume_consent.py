"""``obversi arena resume`` runs programs that a file names only with the user's consent."""

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pseudo_terminal import PseudoTerminal
from web_app import app_client

from obversi.arena.game.plan import TimeControl
from obversi.arena.openings import random_openings
from obversi.arena.store.store import Store
from obversi.arena.tournament.settings import Entrant, TournamentSettings
from obversi.cli.arena.consent import consent_file

Command = Callable[..., Any]

CODE = """
from pathlib import Path
with Path(__file__).with_name("ran").open("a") as file: file.write("x")
def value(board): return 0
"""


@pytest.fixture
def strange(tmp_path: Path) -> Callable[..., Path]:
    """Make a file of tournaments as somebody else would, that names code."""
    (tmp_path / "strange.py").write_text(CODE)

    def make(description: str = "python:strange.py:value:depth=1", seed: int = 1) -> Path:
        path = tmp_path / "strange.db"
        settings = TournamentSettings(
            entrants=(Entrant("his", description), Entrant("random", "random")),
            form="round-robin",
            size=4,
            rules="normal",
            pairs=1,
            time=TimeControl(seconds=0.1),
            seed=seed,
            openings="random",
        )
        with Store.open(path) as store:
            store.add_tournament(settings, random_openings(1, size=4, seed=1), [{}, {}])
        return path

    return make


def has_run(tmp_path: Path) -> bool:
    return (tmp_path / "ran").exists()


RESUME = ("resume", "--db", "strange.db", "--changed", "--concurrency", "1")


def test_a_file_of_others_runs_nothing_without_consent(
    arena: Command, strange: Callable[..., Path], tmp_path: Path
) -> None:
    strange()
    for _ in range(2):
        result = arena(*RESUME)
        assert result.exit_code == 2
        assert "python:strange.py:value:depth=1" in result.stderr
        assert "--trust" in result.stderr
    assert not has_run(tmp_path)


@pytest.mark.parametrize("command", ["gtp:sh -c 'touch ran'", "nboard:sh -c 'touch ran'"])
def test_neither_do_its_commands(
    arena: Command, strange: Callable[..., Path], tmp_path: Path, command: str
) -> None:
    strange(command)
    result = arena(*RESUME)
    assert result.exit_code == 2
    assert "touch ran" in result.stderr
    assert not has_run(tmp_path)


def test_consent_is_remembered_for_this_tournament_alone(
    arena: Command, strange: Callable[..., Path], tmp_path: Path
) -> None:
    strange()
    assert arena(*RESUME, "--trust").exit_code == 0
    assert has_run(tmp_path)
    # Games are added by now, and one is played again: the question does not come again.
    with Store.open("strange.db") as store:
        store._connection.execute("UPDATE tournament SET ended = NULL")
        store._connection.execute("DELETE FROM game WHERE number = 1")
    assert arena(*RESUME).exit_code == 0
    mode = stat.S_IMODE(consent_file().stat().st_mode)
    assert mode == 0o600
    assert stat.S_IMODE(consent_file().parent.stat().st_mode) == 0o700
    (tmp_path / "ran").unlink()
    strange(seed=2)  # a second tournament in the file
    assert arena(*RESUME).exit_code == 2
    with Store.open("strange.db") as store:
        text = "replace(settings, 'depth=1', 'depth=2')"
        store._connection.execute(f"UPDATE tournament SET settings = {text}, ended = NULL")
    for number in ("1", "2"):
        assert arena("resume", number, *RESUME[1:]).exit_code == 2
    assert not has_run(tmp_path)


def test_own_tournaments_resume_without_a_question(
    arena: Command, strange: Callable[..., Path]
) -> None:
    strange()
    own = ("python:strange.py:value:depth=1", "random", "--size", "4", "--pairs", "1")
    assert arena("run", *own, "--db", "own.db", "--concurrency", "1").exit_code == 0
    with Store.open("own.db") as store:
        store._connection.execute("UPDATE tournament SET ended = NULL")
        store._connection.execute("DELETE FROM game WHERE number = 1")
    assert arena("resume", "--db", "own.db", "--concurrency", "1").exit_code == 0
    # Agents of the package need no consent.
    strange("greedy", seed=3)
    assert arena("resume", "--db", "strange.db", "--changed", "--concurrency", "1").exit_code == 0


@pytest.mark.few_cases
@pytest.mark.parametrize("answer", ["n", "y"])
def test_a_person_is_asked(
    strange: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
) -> None:
    clearing = "\x1b[2J" if answer == "n" else ""  # which would hide what stands above
    strange(f"python:strange.py:value{clearing}:depth=1")
    monkeypatch.chdir(tmp_path)
    with PseudoTerminal("arena", *RESUME) as terminal:
        terminal.wait_for("Run them?")
        assert "python:strange.py:value" in terminal.text
        assert "\x1b[2J" not in terminal.raw
        terminal.enter(answer)
        terminal.wait_for("is not played" if answer == "n" else "his")
        terminal.end()
    assert has_run(tmp_path) == (answer == "y")


def test_the_app_runs_nothing(strange: Callable[..., Path], tmp_path: Path) -> None:
    path = strange("gtp:sh -c 'touch ran'")
    with app_client(arena=path) as app:
        for page in ("/api/arena", "/api/arena/1", "/api/arena/1/games"):
            assert app.get(page).status_code == 200
    assert not has_run(tmp_path)
