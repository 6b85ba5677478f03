"""A folder of results: nothing is measured twice, and nothing is lost."""

import json
import sys
from pathlib import Path

import pytest
import small_experiments
from small_experiments import coins

from obversi import __version__
from obversi.errors import ObversiError, ObversiWarning
from obversi.lab.experiment import Experiment
from obversi.lab.folder import LabFolder
from obversi.lab.journal import Journal
from obversi.lab.steps import Measured, Step, Watch


@pytest.fixture(autouse=True)
def _forgotten() -> None:
    small_experiments.measured.clear()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store empty figures: to draw them takes longer than all the rest."""
    monkeypatch.setattr("obversi.lab.folder.svg", lambda _figure, _label: "")
    monkeypatch.setattr("obversi.lab.folder.png", lambda _figure: b"")


def test_everything_is_kept(tmp_path: Path) -> None:
    folder = LabFolder(tmp_path / "new" / "results")
    result = folder.run(coins, coins.settings(games=10))
    names = {path.name for path in folder.path.iterdir()}
    assert names == {
        *("coins.json", "coins.png", "coins.svg", "coins.steps.jsonl", "coins.log"),
    }
    stored = json.loads((folder.path / "coins.json").read_text())
    assert stored["summary"] == result.summary
    assert stored["data"] == result.data
    assert stored["settings"] == {
        "rules": ["normal", "reversed"],
        "size": 8,
        "games": 10,
        "seed": 1,
    }
    assert stored["version"] == __version__


@pytest.mark.usefixtures("quick")
def test_what_is_there_is_not_measured_again(tmp_path: Path) -> None:
    folder, settings = LabFolder(tmp_path), coins.settings(games=10)
    first = folder.run(coins, settings)
    assert small_experiments.measured == ["normal coins", "reversed coins"]
    again = folder.run(coins, settings)
    assert small_experiments.measured == ["normal coins", "reversed coins"]
    assert (again.data, again.summary) == (first.data, first.summary)
    read = folder.result(coins)
    assert read is not None
    assert (read.data, read.settings.to_object()) == (first.data, settings.to_object())


def stopping(after: int) -> Experiment:
    """An experiment that is interrupted after some steps."""

    def work(number: int) -> Step:
        def measure(_watch: Watch) -> Measured:
            if number == after:
                raise KeyboardInterrupt
            small_experiments.measured.append(str(number))
            return {"heads": number}

        return Step(f"step {number}", measure)

    return Experiment(
        *("stopping", "Stopping", "", "When?", "games", 10),
        steps=lambda _settings: [work(number) for number in range(4)],
        conclude=coins.conclude,
        draw=lambda _result: pytest.fail("not there yet"),
    )


def test_an_interrupted_experiment_goes_on(tmp_path: Path) -> None:
    folder, settings = LabFolder(tmp_path), coins.settings(games=10)
    with pytest.raises(KeyboardInterrupt):
        folder.run(stopping(2), settings)
    assert folder.result(stopping(2)) is None
    steps = tmp_path / "stopping.steps.jsonl"
    with steps.open("a") as file:
        file.write('{"step": "step 2", "seco')  # the power went out
    with pytest.raises(KeyboardInterrupt):
        folder.run(stopping(3), settings)
    assert small_experiments.measured == ["0", "1", "2"]
    assert [json.loads(line).get("step") for line in steps.read_text().splitlines()] == [
        *(None, "step 0", "step 1", "step 2"),
    ]


@pytest.mark.usefixtures("quick")
def test_other_settings_are_reported_and_nothing_is_lost(tmp_path: Path) -> None:
    folder = LabFolder(tmp_path)
    folder.run(coins, coins.settings(games=10))
    before = (tmp_path / "coins.steps.jsonl").read_text()
    with pytest.raises(ObversiError, match=r"other settings .*games 10.*games 20.*--new"):
        folder.run(coins, coins.settings(games=20))
    assert (tmp_path / "coins.steps.jsonl").read_text() == before
    folder.run(coins, coins.settings(games=20), new=True)
    folder.run(coins, coins.settings(games=20), new=True)
    assert (tmp_path / "coins.steps.old1.jsonl").read_text() == before
    assert '"games": 20' in (tmp_path / "coins.steps.old2.jsonl").read_text()
    found = folder.result(coins)
    assert found is not None
    assert found.settings.games == 20


@pytest.mark.usefixtures("quick")
def test_another_version_is_reported(tmp_path: Path) -> None:
    folder = LabFolder(tmp_path)
    folder.run(coins, coins.settings(games=10))
    steps = tmp_path / "coins.steps.jsonl"
    steps.write_text(steps.read_text().replace(f'"{__version__}"', '"0.0.1"'))
    with pytest.raises(ObversiError, match=r"measured by version 0\.0\.1 of obversi"):
        folder.run(coins, coins.settings(games=10))
    with pytest.raises(ObversiError, match=r"measured by version 0\.0\.1 of obversi"):
        folder.result(coins)


@pytest.mark.usefixtures("quick")
def test_threads_are_no_setting_of_what_is_measured(tmp_path: Path) -> None:
    folder = LabFolder(tmp_path)
    folder.run(coins, coins.settings(games=10, threads=1))
    folder.run(coins, coins.settings(games=10, threads=2))
    assert len(small_experiments.measured) == 2


@pytest.mark.usefixtures("quick")
def test_readers_leave_a_line_alone_that_is_being_written(tmp_path: Path) -> None:
    folder = LabFolder(tmp_path)
    folder.run(coins, coins.settings(games=10))
    steps = tmp_path / "coins.steps.jsonl"
    with steps.open("a") as file:
        file.write('{"step": "more')
    before = steps.read_text()
    assert folder.result(coins) is not None
    assert steps.read_text() == before


@pytest.mark.usefixtures("quick")
def test_two_processes_do_not_measure_the_same(tmp_path: Path) -> None:
    folder, settings = LabFolder(tmp_path), coins.settings(games=10)
    with Journal(tmp_path / "coins.steps.jsonl").writing():
        for new in (False, True):
            with pytest.raises(ObversiError, match="another process is measuring"):
                folder.run(coins, settings, new=new)
    assert len(folder.run(coins, settings).data) == 2


HEADER = (
    f'{{"format": 1, "experiment": "coins", "version": "{__version__}", "settings": '
    '{"rules": ["normal", "reversed"], "size": 8, "games": 10, "seed": 1}}'
)


@pytest.mark.parametrize(
    "content", ["no json\n", "no\nlast", "[1]\n", "{}\n", HEADER + '\n{"seconds": 1}\n']
)
def test_files_of_others_are_left_alone(tmp_path: Path, content: str) -> None:
    (tmp_path / "coins.steps.jsonl").write_text(content)
    with pytest.raises(ObversiError, match=r"coins\.steps\.jsonl"):
        LabFolder(tmp_path).run(coins, coins.settings(games=10))
    assert (tmp_path / "coins.steps.jsonl").read_text() == content


def test_a_folder_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ObversiError, match=r"results cannot be stored in .*file"):
        LabFolder(tmp_path / "file").run(coins, coins.settings(games=10))


@pytest.mark.usefixtures("quick")
def test_steps_of_another_shape_are_reported(tmp_path: Path) -> None:
    folder, settings = LabFolder(tmp_path), coins.settings(games=10)
    folder.run(coins, settings)
    steps = tmp_path / "coins.steps.jsonl"
    steps.write_text(steps.read_text().replace('"heads"', '"tails"'))
    for use in (lambda: folder.result(coins), lambda: folder.run(coins, settings)):
        with pytest.raises(ObversiError, match=r"steps\.jsonl does not hold what .*'coins'"):
            use()  # type: ignore[no-untyped-call]


def test_without_matplotlib_the_numbers_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.warns(ObversiWarning, match="figures are left out: drawing needs Matplotlib"):
        LabFolder(tmp_path).run(coins, coins.settings(games=10))
    assert {path.name for path in tmp_path.iterdir()} == {
        *("coins.json", "coins.steps.jsonl", "coins.log"),
    }


@pytest.mark.usefixtures("quick")
def test_other_settings_can_be_found_before_anything_is_measured(tmp_path: Path) -> None:
    folder = LabFolder(tmp_path)
    folder.check(coins, coins.settings(games=10))
    folder.run(coins, coins.settings(games=10))
    folder.check(coins, coins.settings(games=10))
    with pytest.raises(ObversiError, match="other settings"):
        folder.check(coins, coins.settings(games=20))
