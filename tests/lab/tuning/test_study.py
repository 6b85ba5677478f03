import json
from pathlib import Path
from typing import Any

import pytest

from obversi.agents import make_agent
from obversi.board import Board
from obversi.errors import ObversiError
from obversi.figures import png, svg
from obversi.heuristics import Mix, read_mix
from obversi.lab.tuning import Study, tune
from obversi.lab.tuning.study_files import read_study
from obversi.lab.tuning.study_folder import StudyFolder
from obversi.lab.tuning.watch import GenerationSummary, TuningWatch

SMALL = {"size": 4, "games": 20, "population": 4, "seed": 5}


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw nothing: that takes longer than such small studies do."""
    monkeypatch.setattr("obversi.lab.tuning.run.write_study", lambda *_: "")


quickly = pytest.mark.usefixtures("undrawn")


def small(folder: Path | None = None, **options: Any) -> Study:
    return tune("r2-position", folder=folder, **(SMALL | {"generations": 3} | options))


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "history.jsonl").read_text().splitlines()]


def without_seconds(measurements: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each | {"seconds": 0} for each in measurements]


class Heard(TuningWatch):
    def __init__(self, stop_after: int | None = None) -> None:
        self.summaries: list[GenerationSummary] = []
        self.measured = 0
        self._stop_after = stop_after

    def reach(self, _done: int) -> None:
        self.measured += 1
        if self._stop_after is not None and self.measured > self._stop_after:
            raise KeyboardInterrupt

    def generation(self, summary: GenerationSummary) -> None:
        self.summaries.append(summary)


@pytest.mark.parametrize("method", ["cma", "genetic", "spsa"])
def test_the_same_study_again(method: str) -> None:
    first, again = (small(method=method, threads=threads) for threads in (1, 2))
    assert without_seconds(first.history) == without_seconds(again.history)
    assert first.outcome == again.outcome
    assert first.numbers == again.numbers
    assert without_seconds(first.history) != without_seconds(small(method=method, seed=6).history)


def test_tuning_makes_weights_better_and_fresh_games_say_so() -> None:
    study = tune("r2-position", size=6, generations=6, games=100, from_nothing=True, seed=1)
    outcome = study.outcome
    assert outcome.worth.low > outcome.start.fresh.high
    assert outcome.worth.count == 4000
    assert [finalist.fresh.value for finalist in outcome.finalists] == sorted(
        (finalist.fresh.value for finalist in outcome.finalists), reverse=True
    )
    assert {match.depth for match in outcome.matches} == {1, 4}
    assert "after tuning" in study.summary
    assert png(study.draw()).startswith(b"\x89PNG")
    assert png(study.draw_weights()).startswith(b"\x89PNG")


def test_everything_is_in_the_folder(tmp_path: Path) -> None:
    study = small(tmp_path / "study")
    folder = tmp_path / "study"
    assert {path.name for path in folder.iterdir()} == {
        *("study.json", "history.jsonl", "result.json", "best.toml", "index.html"),
        *("history.png", "history.svg", "weights.png", "weights.svg"),
    }
    assert lines(folder) == study.history
    best = read_mix(folder / "best.toml")
    assert isinstance(study.best, Mix)
    assert (best.squares, best.phases) == (study.best.squares, study.best.phases)
    board = Board(4, "reversed")
    assert make_agent(f"file:{folder}/best.toml:depth=1").choose(board) in board.legal_moves
    page = (folder / "index.html").read_text()
    assert "<svg" in page
    assert "src=" not in page
    assert "http-equiv" in page
    again = read_study(StudyFolder(folder))
    assert again.to_object() == study.to_object()


@quickly
def test_an_interrupted_study_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = small(tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        small(tmp_path / "torn", watch=Heard(stop_after=8))
    kept = lines(tmp_path / "torn")
    assert 4 <= len(kept) < 12
    # The last line is cut off as a crash may do it.
    history = tmp_path / "torn" / "history.jsonl"
    history.write_bytes(history.read_bytes()[:-10])
    went_on = small(tmp_path / "torn")
    assert without_seconds(went_on.history) == without_seconds(whole.history)
    assert lines(tmp_path / "torn")[: len(kept) - 1] == kept[:-1]
    assert went_on.outcome == whole.outcome


@quickly
def test_a_finished_study_measures_nothing_again_and_goes_on_if_told(
    tmp_path: Path,
) -> None:
    first = small(tmp_path)
    heard = Heard()
    again = small(tmp_path, watch=heard)
    assert again.history == first.history
    assert again.outcome == first.outcome
    assert [summary.number for summary in heard.summaries] == [1, 2, 3]
    longer = small(tmp_path, generations=5)
    assert longer.history[:12] == first.history
    assert len(longer.history) == 20
    assert small(None, generations=5).numbers == longer.numbers


def test_a_target_ends_the_search_once_fresh_games_are_sure_of_it() -> None:
    study = small(target=0.05, generations=50)
    assert study.outcome.generations == 1
    assert study.outcome.reason == "the target of 0.05 is reached"
    checks = study.measured.checks
    assert checks
    assert any(check.goal.low >= 0.05 and check.goal.count == 320 for check in checks)
    hopeless = small(target=1.5)
    assert "3 generations are over" in hopeless.outcome.reason


def test_time_and_patience_end_it_too() -> None:
    short = small(seconds=0.001, generations=100)
    assert short.outcome.reason == "0.001 s are over"
    assert len(short.history) == 1
    given_up = small(generations=500, patience=2, objective="value-loss", games=5)
    assert given_up.outcome.reason == "2 generations brought no progress"


@quickly
def test_other_settings_are_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    first = small(tmp_path)
    with pytest.raises(ObversiError, match="another study: games was 20 and is 40; --new puts"):
        small(tmp_path, games=40)
    assert lines(tmp_path) == first.history
    other = small(tmp_path, games=40, new=True)
    assert lines(tmp_path) == other.history
    old = (tmp_path / "history.old1.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in old] == first.history


@quickly
def test_another_version_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    small(tmp_path)
    before = lines(tmp_path)
    header = json.loads((tmp_path / "study.json").read_text())
    (tmp_path / "study.json").write_text(json.dumps(header | {"version": "0.0.1"}))
    refused = r"is of version 0\.0\.1 of obversi, and this is"
    with pytest.raises(ObversiError, match=refused):
        small(tmp_path)
    with pytest.raises(ObversiError, match=refused):
        read_study(StudyFolder(tmp_path))
    assert lines(tmp_path) == before


@quickly
def test_candidates_that_are_others_now_are_refused(tmp_path: Path) -> None:
    small(tmp_path)
    changed = lines(tmp_path)
    changed[5]["vector"][0] += 0.01
    text = "".join(json.dumps(line) + "\n" for line in changed)
    (tmp_path / "history.jsonl").write_text(text)
    with pytest.raises(ObversiError, match="generation 2 of the study cannot be brought back"):
        small(tmp_path)
    assert (tmp_path / "history.jsonl").read_text() == text


@quickly
@pytest.mark.parametrize("name", ["study.json", "history.jsonl", "result.json"])
def test_damaged_files_are_named(tmp_path: Path, name: str) -> None:
    small(tmp_path)
    (tmp_path / name).write_text("nonsense\n")
    with pytest.raises(ObversiError, match=name):
        small(tmp_path)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ObversiError, match="cannot be read or written"):
        small(tmp_path / "file" / "study")
    with pytest.raises(ObversiError, match="there is no study in"):
        read_study(StudyFolder(tmp_path))


def test_an_evaluation_that_fails_loses_nothing(tmp_path: Path) -> None:
    code = tmp_path / "mine.py"
    text = (
        "def mine(x=0.5):\n"
        "    def value(board):\n"
        "        if x > LIMIT:\n"
        "            raise ZeroDivisionError('too much')\n"
        "        return x * len(board.legal_moves)\n"
        "    return value\n"
        "mine.parameters = {'x': (0, 1)}\n"
    )
    code.write_text(text.replace("LIMIT", "0.7"))
    options = SMALL | {"games": 2, "method": "genetic", "generations": 2}
    options |= {"folder": tmp_path / "study"}
    with pytest.raises(
        ObversiError, match=r"candidate \d of generation \d \(x 0\.\d+\) .* too much"
    ):
        tune(f"python:{code}:mine", **options)  # type: ignore[arg-type]
    kept = lines(tmp_path / "study")
    assert kept
    assert all(line["vector"][0] <= 0.7 for line in kept)
    code.write_text(text.replace("LIMIT", "2 * 1"))
    study = tune(f"python:{code}:mine", **options)  # type: ignore[arg-type]
    assert study.history[: len(kept)] == kept
    assert set(study.numbers) == {"x"}
    agent = make_agent(f"python:{tmp_path}/study/best.py:best:depth=1")
    board = Board(4)
    assert agent.choose(board) in board.legal_moves


@quickly
def test_requirements_are_measured_and_kept(tmp_path: Path) -> None:
    heard = Heard()
    study = small(tmp_path, require=["neighbours=0.4"], watch=heard)
    assert all(len(each["required"]) == 1 for each in study.history)
    assert heard.summaries[0].allowed < heard.summaries[0].candidates
    assert png(study.draw()).startswith(b"\x89PNG")


def test_a_mix_without_squares_is_drawn_too() -> None:
    study = tune("r3", **(SMALL | {"generations": 1}))  # type: ignore[arg-type]
    assert study.settings.rules == "normal"
    assert "r3_mobility" in svg(study.draw_weights(), "weights")
