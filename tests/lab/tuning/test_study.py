import json
import re
import shutil
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from obversi.agents import make_agent
from obversi.board import Board
from obversi.errors import InputError, ObversiError, ObversiWarning
from obversi.figures import png, svg
from obversi.heuristics import Mix, Phase, read_mix, write_mix
from obversi.lab.estimate import Estimate
from obversi.lab.tuning import tune
from obversi.lab.tuning.objectives import Effort, Objective, WinRateObjective
from obversi.lab.tuning.page import best_agent, read_study
from obversi.lab.tuning.search import GenerationSummary, TuningProgress
from obversi.lab.tuning.settings import TuningSettings
from obversi.lab.tuning.space import space_of
from obversi.lab.tuning.study import StudyFolder, TuningStudy

SMALL = {"size": 4, "games": 20, "population": 4, "seed": 5}


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw nothing: that takes longer than such small studies do."""
    monkeypatch.setattr("obversi.lab.tuning.write_study", lambda *_: "")


quickly = pytest.mark.usefixtures("undrawn")


def small(folder: Path | None = None, **options: Any) -> TuningStudy:
    return tune("r2-position", folder=folder, **(SMALL | {"generations": 3} | options))


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, TuningStudy]:
    """A finished study with its figures and its page, which no test may change."""
    folder = tmp_path_factory.mktemp("drawn") / "study"
    return folder, small(folder)


def lines(folder: Path) -> list[dict[str, Any]]:
    """Return the measurements, which stand behind the settings."""
    return all_lines(folder / "history.jsonl")[1:]


def all_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def write_lines(path: Path, data: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in data))


def without_seconds(measurements: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each | {"seconds": 0} for each in measurements]


class Recorder(TuningProgress):
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


@pytest.mark.few_cases
@pytest.mark.parametrize("method", ["cma", "genetic", "spsa"])
def test_the_same_study_again(method: str) -> None:
    first, again = (small(method=method, threads=threads) for threads in (1, 2))
    assert without_seconds(first.history) == without_seconds(again.history)
    assert first.outcome == again.outcome
    assert first.numbers == again.numbers
    assert without_seconds(first.history) != without_seconds(small(method=method, seed=6).history)


def test_tuning_makes_weights_better_and_fresh_games_say_so() -> None:
    study = tune("r2-position", size=4, generations=5, games=60, from_nothing=True, seed=1)
    outcome = study.outcome
    assert outcome.worth.low > outcome.before.high
    # The final and the worth of two take as many games as the search, in which were no checks.
    assert outcome.worth.count == outcome.before.count
    assert outcome.worth.count == round(study.measured.games / (len(outcome.finalists) + 2))
    assert [finalist.fresh.value for finalist in outcome.finalists] == sorted(
        (finalist.fresh.value for finalist in outcome.finalists), reverse=True
    )
    assert {match.depth for match in outcome.matches} == {1, 4}
    assert "after tuning" in study.summary
    assert png(study.draw()).startswith(b"\x89PNG")
    assert png(study.draw_weights()).startswith(b"\x89PNG")


def test_everything_is_in_the_folder(drawn: tuple[Path, TuningStudy]) -> None:
    folder, study = drawn
    assert {path.name for path in folder.iterdir()} == {
        *("history.jsonl", "result.json", "best.toml", "index.html"),
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


def test_without_matplotlib_the_page_says_why_there_are_no_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.warns(ObversiWarning, match="`obversi lab study .*` adds them"):
        small(tmp_path)
    page = unescape((tmp_path / "index.html").read_text())
    assert "drawing needs Matplotlib, which is not installed." in page
    assert "<svg" not in page
    assert not list(tmp_path.glob("*.svg"))


@quickly
def test_an_interrupted_study_is_resumed(tmp_path: Path) -> None:
    whole = small(tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        small(tmp_path / "torn", progress=Recorder(stop_after=8))
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
def test_a_finished_study_is_not_repeated_but_can_be_extended(
    tmp_path: Path,
) -> None:
    first = small(tmp_path)
    recorded = Recorder()
    again = small(tmp_path, progress=recorded)
    assert again.history == first.history
    assert again.outcome == first.outcome
    assert [summary.number for summary in recorded.summaries] == [1, 2, 3]
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
    assert study.holds_target
    assert study.to_object()["holds_target"]
    assert "The result reaches the target of 0.05." in study.summary
    hopeless = small(target=1.5)
    assert hopeless.to_object()["holds_target"] is False
    assert "does not surely reach the target of 1.5" in hopeless.summary
    assert small().to_object()["holds_target"] is None
    assert hopeless.outcome.reason == "after 3 generations"


def test_time_and_lack_of_progress_end_it_too() -> None:
    short = small(seconds=0.001, generations=100)
    assert short.outcome.reason == "after 0.001 s"
    # Candidates that are measured at the same time are stored too.
    assert {line["generation"] for line in short.history} == {1}
    given_up = small(generations=500, patience=2, objective="value-loss", games=5)
    assert given_up.outcome.reason == "after 2 generations without progress"
    assert small(generations=1).outcome.reason == "after 1 generation"


@quickly
def test_other_settings_are_an_error_and_change_nothing(tmp_path: Path) -> None:
    first = small(tmp_path)
    with pytest.raises(ObversiError, match="another study: games was 20 and is 40; --new renames"):
        small(tmp_path, games=40)
    assert lines(tmp_path) == first.history
    other = small(tmp_path, games=40, new=True)
    assert lines(tmp_path) == other.history
    old = all_lines(tmp_path / "history.old1.jsonl")
    assert old[1:] == first.history


@quickly
def test_new_renames_all_files_of_an_old_study(
    tmp_path: Path, drawn: tuple[Path, TuningStudy]
) -> None:
    shutil.copytree(drawn[0], tmp_path, dirs_exist_ok=True)
    there = {path.name for path in tmp_path.iterdir()}
    with pytest.raises(KeyboardInterrupt):
        small(tmp_path, new=True, seed=6, progress=Recorder(stop_after=1))
    assert {path.name for path in tmp_path.iterdir() if ".old1." not in path.name} == {
        "history.jsonl"
    }
    assert len([path for path in tmp_path.iterdir() if ".old1." in path.name]) == len(there)
    small(tmp_path / "none", new=True)
    assert not list((tmp_path / "none").glob("*.old1.*"))


@quickly
def test_another_version_is_an_error_and_changes_nothing(tmp_path: Path) -> None:
    small(tmp_path)
    before = lines(tmp_path)
    header, *rest = all_lines(tmp_path / "history.jsonl")
    write_lines(tmp_path / "history.jsonl", [header | {"version": "0.0.1"}, *rest])
    rejected = r"is of version 0\.0\.1 of obversi, and this is"
    with pytest.raises(ObversiError, match=rejected):
        small(tmp_path)
    with pytest.raises(ObversiError, match=rejected):
        read_study(StudyFolder(tmp_path))
    assert lines(tmp_path) == before


@quickly
def test_other_candidates_than_in_the_history_are_an_error(tmp_path: Path) -> None:
    small(tmp_path)
    changed = all_lines(tmp_path / "history.jsonl")
    changed[6]["vector"][0] += 0.01
    write_lines(tmp_path / "history.jsonl", changed)
    text = (tmp_path / "history.jsonl").read_text()
    with pytest.raises(ObversiError, match="generation 2 of the study cannot be resumed"):
        small(tmp_path)
    assert (tmp_path / "history.jsonl").read_text() == text


@pytest.mark.few_cases(2)
@quickly
@pytest.mark.parametrize(
    ("line", "change"),
    [
        (0, {"settings": 5}),
        (0, {"settings": {}}),
        (0, {"parameters": None}),
        (0, {"mix": {"name": "x"}}),
        (0, {"mix": None}),
        (3, {"generation": "1"}),
        (3, {"generation": -1}),
        (3, {"number": 0.5}),
        (3, {"vector": [1.0]}),
        (3, {"vector": ["a", 0.0, 0.0]}),
        (3, {"goal": None}),
        (3, {"goal": {"value": "0.5", "low": 0, "high": 1, "count": 1}}),
        (3, {"goal": {}}),
        (3, {"required": [{"value": 0, "low": 0, "high": 1, "count": 1}]}),
        (3, {"seconds": "long"}),
    ],
)
def test_a_damaged_history_is_named(tmp_path: Path, line: int, change: dict[str, Any]) -> None:
    small(tmp_path)
    history = tmp_path / "history.jsonl"
    data = all_lines(history)
    data[line] |= change
    write_lines(history, data)
    with pytest.raises(ObversiError, match=re.escape(str(tmp_path))) as resumed:
        small(tmp_path)
    assert not str(resumed.value).endswith("study: ;")
    if change != {"mix": None}:  # then it reads as a study of a function
        with pytest.raises(ObversiError, match=r"history\.jsonl is damaged in line"):
            read_study(StudyFolder(tmp_path))
    assert all_lines(history) == data


@quickly
def test_a_setting_that_exists_only_in_the_file_is_named(tmp_path: Path) -> None:
    small(tmp_path)
    header, *rest = all_lines(tmp_path / "history.jsonl")
    header["settings"]["mood"] = "good"
    write_lines(tmp_path / "history.jsonl", [header, *rest])
    with pytest.raises(ObversiError, match="another study: mood was 'good' and is None"):
        small(tmp_path)


@quickly
@pytest.mark.parametrize("content", ["nonsense\n", "[]", '{"of": 12}', None])
def test_a_damaged_result_is_made_again(tmp_path: Path, content: str | None) -> None:
    first = small(tmp_path)
    result = tmp_path / "result.json"
    whole = result.read_text()
    data = json.loads(whole)
    data["finalists"][0]["vector"].pop()
    result.write_text(json.dumps(data) if content is None else content)
    with pytest.raises(ObversiError, match=r"result\.json is damaged"):
        read_study(StudyFolder(tmp_path))
    again = small(tmp_path)
    assert again.outcome == first.outcome
    assert result.read_text() == whole


@quickly
def test_a_history_without_settings_is_an_error(tmp_path: Path) -> None:
    first = small(tmp_path)
    write_lines(tmp_path / "history.jsonl", first.history)
    with pytest.raises(ObversiError, match="its first line has no settings"):
        small(tmp_path)
    small(tmp_path, new=True)
    assert all_lines(tmp_path / "history.old1.jsonl") == first.history


def test_a_study_stores_its_evaluation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_mix(Mix("own", (Phase({"moves": 1.0, "corners": 5.0}),)), tmp_path / "own.toml")
    study = tune("own.toml", folder="study", **(SMALL | {"generations": 1}))  # type: ignore[arg-type]
    best = (tmp_path / "study" / "best.toml").read_text()
    write_mix(Mix("own", (Phase({"moves": 3.0, "corners": 5.0}),)), tmp_path / "own.toml")
    with pytest.raises(ObversiError, match=r"own\.toml has changed since"):
        tune("own.toml", folder="study", **(SMALL | {"generations": 1}))  # type: ignore[arg-type]
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    again = read_study(StudyFolder(tmp_path / "study"))
    assert again.best == study.best
    assert (tmp_path / "study" / "best.toml").read_text() == best


@pytest.mark.long
def test_studies_of_objects_are_read_again(tmp_path: Path) -> None:
    options = SMALL | {"generations": 1, "games": 2}
    mix = Mix("own", (Phase({"moves": 1.0}),))
    study = tune(mix, folder=tmp_path / "mix", **options)  # type: ignore[arg-type]
    assert read_study(StudyFolder(tmp_path / "mix")).best == study.best
    function = tune(
        lambda x: lambda board: x * len(board.legal_moves),
        parameters={"x": (0, 1)},
        folder=tmp_path / "function",
        **options,  # type: ignore[arg-type]
    )
    folder = StudyFolder(tmp_path / "function")
    again = read_study(folder)
    assert again.to_object() == function.to_object()
    assert png(again.draw_weights()).startswith(b"\x89PNG")
    assert best_agent(folder) is None
    assert "To play against it" not in (tmp_path / "function" / "index.html").read_text()
    with pytest.raises(ObversiError, match="was a function of a program"):
        print(again.best)


def test_a_start_that_wins_has_one_number(monkeypatch: pytest.MonkeyPatch) -> None:
    # All candidates are equal, and of equals the first one wins: the start.
    constant = Estimate(0.5, 0.4, 0.6, 10)
    monkeypatch.setattr(WinRateObjective, "measure", lambda *_: constant)
    study = small()
    assert study.vector == study.space.start
    assert study.outcome.before == study.outcome.worth
    assert study.summary.count("0.500") == 1
    assert study.summary.endswith("Nothing was better than the start.")


def test_a_start_that_is_also_a_candidate_is_in_the_final_once() -> None:
    study = tune(
        lambda x=0.1, y=0.7: lambda board: x * len(board.legal_moves) + y,
        parameters={"x": (-0.3, 0.9), "y": (0.3, 1.1)},
        **(SMALL | {"generations": 1, "games": 2, "method": "genetic"}),  # type: ignore[arg-type]
    )
    vector = study.measured.candidates[0].vector
    assert vector == pytest.approx(study.space.start, abs=1e-12)
    near = [each for each in study.outcome.finalists if each.vector == pytest.approx(vector)]
    assert [each.label for each in near] == ["the start"]


def test_an_optimiser_that_cannot_be_made_leaves_no_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cmaes", None)
    with pytest.raises(ObversiError, match="or use the method genetic or spsa"):
        small(tmp_path / "study")
    assert not (tmp_path / "study").exists()
    small(tmp_path / "study", method="spsa")


def test_a_finalist_that_fails_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Objective.effort

    def effort(goal: Objective, games: int, effort: Effort) -> int:
        if effort == "final":
            raise InputError("too late")
        return whole(goal, games, effort)

    monkeypatch.setattr(Objective, "effort", effort)
    said = r"the start \(a1 .*\) could not be measured: too late; the 12 measurements before it"
    with pytest.raises(ObversiError, match=said):
        small(tmp_path)
    assert len(lines(tmp_path)) == 12


def test_a_study_is_read_after_it_is_locked(tmp_path: Path) -> None:
    folder = StudyFolder(tmp_path)
    space = space_of("r2-position", 4)
    settings = TuningSettings.of(space, size=4)
    with folder.resumed(space, settings), pytest.raises(ObversiError, match="another process"):
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
    assert repr(str(code.resolve())) in (tmp_path / "study" / "best.py").read_text()
    agent = make_agent(f"python:{tmp_path}/study/best.py:best:depth=1")
    board = Board(4)
    assert agent.choose(board) in board.legal_moves


@quickly
def test_requirements_are_measured_and_stored(tmp_path: Path) -> None:
    recorded = Recorder()
    study = small(tmp_path, require=["neighbours=0.4"], progress=recorded)
    assert all(len(each["required"]) == 1 for each in study.history)
    assert recorded.summaries[0].allowed < recorded.summaries[0].candidates
    assert png(study.draw()).startswith(b"\x89PNG")


def test_a_mix_without_squares_is_drawn_too() -> None:
    study = tune("r3", **(SMALL | {"generations": 1}))  # type: ignore[arg-type]
    assert study.settings.rules == "normal"
    assert "r3_mobility" in svg(study.draw_weights(), "weights")
