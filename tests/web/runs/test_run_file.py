"""The file of the runs: read by the next server, and never trusted."""

import logging
from pathlib import Path

import pytest

from obversi.web.runs.file import RunFile
from obversi.web.runs.models import LabRun, RunGame, RunReply, StoredRun, TournamentRun

GAME = RunGame(number=3, black="greedy", white="random", moves="f5")


def test_runs_are_read_as_they_were_written_without_the_game(tmp_path: Path) -> None:
    file = RunFile(tmp_path / "runs.json")
    assert file.read() == []
    spec = TournamentRun(agents=["greedy", "random"], size=4, seconds=1.0)
    reply = RunReply(id=1, kind="tournament", title="Ann “a” b", share=0.25, tournament=7)
    played = StoredRun(reply=reply.model_copy(update={"game": GAME}), spec=spec)
    measured = StoredRun(
        reply=RunReply(id=2, kind="lab", title="x"), spec=LabRun(experiment="breadth", new=True)
    )
    file.write([played, measured])
    assert file.read() == [StoredRun(reply=reply, spec=spec), measured]


@pytest.mark.parametrize(("old", "new"), [("[", ""), ('"random"', '"exec:/bin/true"')])
def test_what_cannot_be_read_is_left_out(
    tmp_path: Path, old: str, new: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "runs.json"
    reply = RunReply(id=1, kind="tournament", title="greedy, random")
    RunFile(path).write([StoredRun(reply=reply, spec=TournamentRun(agents=["greedy", "random"]))])
    path.write_text(path.read_text().replace(old, new))
    with caplog.at_level(logging.WARNING):
        assert RunFile(path).read() == []
    assert "cannot be read" in caplog.text


def test_a_file_that_cannot_be_written_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        RunFile(tmp_path / "none" / "runs.json").write([])
    assert "cannot be stored" in caplog.text
