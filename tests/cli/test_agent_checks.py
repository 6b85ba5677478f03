"""Agents are made before the first game, and their failures are reported in one line."""

from pathlib import Path

import pytest

from obversi.agents.core_agents import RandomAgent
from obversi.arena import TimeControl, TournamentSettings, entrants
from obversi.cli import agent_checks
from obversi.cli.agent_checks import check_agents
from obversi.errors import ObversiError


def settings(*agents: str) -> TournamentSettings:
    return TournamentSettings(
        entrants=entrants(agents),
        form="round-robin",
        size=4,
        rules="reversed",
        pairs=1,
        time=TimeControl(seconds=0.1),
        seed=1,
        openings="random",
    )


def test_what_is_printed_meanwhile_goes_to_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "loud.py"
    own.write_text("print('imported')\ndef value(board):\n    return 0\n")
    checked = check_agents(settings(f"python:{own}:value", "random"))
    print("the result")
    assert capsys.readouterr() == ("the result\n", "imported\n")
    assert [identity["kind"] for identity in checked.identities] == ["python", "random"]


def test_files_are_only_hashed_for_identities(monkeypatch: pytest.MonkeyPatch) -> None:
    descriptions: list[str] = []

    def identity(description: str, *_others: object) -> dict[str, object]:
        descriptions.append(description)
        return {}

    monkeypatch.setattr(agent_checks, "identity", identity)
    checked = check_agents(settings("engine", "random"), identify=False)
    assert (checked.identities, checked.threads, descriptions) == ((), (1, 1), [])
    assert check_agents(settings("engine", "random")).identities == ({}, {})
    assert descriptions == ["engine", "random"]


class Unready(RandomAgent):
    """Fails in one of the things that are done with it."""

    def __init__(self, where: str, error: BaseException) -> None:
        super().__init__()
        self._where, self._error = where, error

    def _fail(self, where: str) -> None:
        if where == self._where:
            raise self._error

    def prepare(self, _size: int, _rules: str) -> None:
        self._fail("prepare")

    @property
    def threads(self) -> int:  # type: ignore[override]
        self._fail("threads")
        return 1

    def close(self) -> None:
        self._fail("close")


@pytest.mark.parametrize("where", ["prepare", "threads", "close"])
@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ZeroDivisionError("by zero"), "ZeroDivisionError: by zero"),
        (SystemExit(3), "SystemExit: 3"),
        (ObversiError("not on 4×4"), "not on 4×4"),
    ],
)
def test_whatever_an_agent_raises_is_reported_with_its_name(
    monkeypatch: pytest.MonkeyPatch, where: str, error: BaseException, reason: str
) -> None:
    monkeypatch.setattr(agent_checks, "make_agent", lambda *_, **__: Unready(where, error))
    with pytest.raises(ObversiError) as rejected:
        check_agents(settings("first=random:seed=2", "greedy"))
    assert str(rejected.value) == f"agent 'random:seed=2': {reason}"
