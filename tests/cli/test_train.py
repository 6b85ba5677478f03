"""``obversi train`` and the steps of ``obversi training``, on small boards."""

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from types import ModuleType

import pytest
import tiny_training
from click.testing import Result
from screen import Screen

import obversi as ob
from obversi.cli import train as train_module
from obversi.cli.train import training_progress
from obversi.extras import install_command
from obversi.rules import Rules
from obversi.training.game_files import GameData
from obversi.training.training_settings import TrainingSetting
from obversi.weights import read_weights

Command = Callable[..., Result]
Process = Callable[..., "subprocess.Popen[str]"]

TINY = replace(tiny_training.TINY, name="small")


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Train hardly at all, in a folder of its own."""

    def setting(_name: str, _size: int, minutes: float | None) -> TrainingSetting:
        return TINY if minutes is None else TINY.scaled(minutes)

    monkeypatch.setattr(train_module, "training_setting", setting)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_from_nothing_to_weights(
    obversi: Command, tiny: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ("train", "--size", "4", "--rules", rules, "--out", "my.obw", "--threads", "1")
    result = obversi(*options)
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    assert read_weights("my.obw").game == f"{rules} 4×4"
    for printed in (
        "generation 0: 80 games in ",
        "discs on held-out games",
        "generation 1 against generation 0: +",
        "against the hand-made evaluation, r",
        f"my.obw: weights for {rules} 4×4, of generation ",
        f"obversi play human engine:weights=my.obw --size 4 --rules {rules}",
    ):
        assert printed in result.stdout
    assert "…" not in result.stdout
    assert (tiny / "my-training" / "history.json").exists()
    assert "<svg" in (tiny / "my-training" / "report.html").read_text()
    # What it says to play with can be played with.
    agent = "engine:weights=my.obw:depth=2"
    game = obversi("play", "random", agent, "--size", "4", "--rules", rules, "--seed", "1")
    assert game.exit_code == 0
    # Once more does nothing but write the file again.
    Path("my.obw").unlink()
    again = obversi(*options)
    assert again.exit_code == 0
    assert " games in " not in again.stdout
    assert Path("my.obw").exists()
    # Without Matplotlib the page has no curves, and says why.
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    plain = obversi(*options)
    assert plain.exit_code == 0
    assert plain.stderr.startswith("obversi: figures are left out: drawing needs Matplotlib")
    page = unescape((tiny / "my-training" / "report.html").read_text())
    assert "<svg" not in page
    assert "drawing needs Matplotlib, which is not installed." in page


@pytest.mark.long
def test_a_killed_training_resumes(
    start_obversi: Process, obversi: Command, tmp_path: Path
) -> None:
    out = ("--out", str(tmp_path / "my.obw"))
    options = ("train", "--size", "4", "--minutes", "0.01", "--threads", "1", *out)
    process = start_obversi(*options)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("generation 0: ")
    process.kill()
    process.communicate()
    assert not (tmp_path / "my.obw").exists()
    again = obversi(*options)
    assert again.exit_code == 0, again.stderr
    assert " games in " not in again.stdout
    assert read_weights(tmp_path / "my.obw").size == 4


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ([], "--out"),
        (["--out", "missing/my.obw"], "there is no folder missing"),
        (["--out", "."], "is a directory"),
        (["--out", "my.obw", "--minutes", "0"], "'--minutes': '0' is not a number above 0"),
        (["--out", "my.obw", "--setting", "huge"], "huge"),
        (["--out", "my.obw", "--device", "abacus"], "abacus"),
        (["--out", "my.obw", "--threads", "0"], "'--threads': '0' is not a whole number from 1"),
        (["--out", "my:1.obw"], "a colon"),
    ],
)
def test_wrong_options_are_reported_before_anything_is_done(
    obversi: Command, tiny: Path, options: list[str], named: str
) -> None:
    result = obversi("train", "--size", "4", *options)
    assert result.exit_code == 2
    [line] = result.stderr.splitlines()
    assert line.startswith("obversi: ")
    assert named in line
    assert not list(tiny.rglob("*.obg"))


def test_without_pytorch_it_says_what_to_install(
    obversi: Command, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = importlib.import_module

    def import_module(name: str) -> ModuleType:
        if name.partition(".")[0] == "torch":
            raise ImportError(name)
        return load(name)

    monkeypatch.setattr("obversi.training.torch_extra.importlib.import_module", import_module)
    result = obversi("train", "--size", "4", "--out", "my.obw")
    assert result.exit_code == 2
    assert install_command("train") in result.stderr
    assert list(tiny.iterdir()) == []


def test_every_step_has_a_bar_on_a_terminal(
    screen: Screen, capsys: pytest.CaptureFixture[str]
) -> None:
    with training_progress() as watch:
        watch.begin("playing", 4)
        watch.reach(1)
        watch.reach(3)
        screen.wait_for("75%")
        watch.say("played")
        watch.begin("fitting", 2)
        screen.wait_for("fitting")
        watch.begin_match(8)
        watch.stand(3, 1, 1)
        screen.wait_for("A +3 =1 -1  70.0%")
        screen.wait_for("5/8")
    assert capsys.readouterr().out == "played\n"


# The steps


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of games on the smallest board."""
    from click.testing import CliRunner

    from obversi.cli import main

    folder = tmp_path_factory.mktemp("steps") / "games"
    options = ("training", "games", str(folder), "--size", "4", "--solve", "9", "--games", "80")
    result = CliRunner().invoke(main, options)
    assert result.exit_code == 0
    assert "games: 80 games, 80 of them new, " in result.stdout
    return folder


@pytest.fixture
def weights(obversi: Command, games: Path, tmp_path: Path) -> Path:
    """Weights that fit those games."""
    path = tmp_path / "new.obw"
    page = tmp_path / "fit.html"
    options = ("--out", str(path), "--iterations", "4", "--page", str(page))
    result = obversi("training", "fit", str(games), *options)
    assert result.exit_code == 0, result.stderr
    assert "12-10" in result.stdout
    assert "<svg" in page.read_text()
    return path


def test_games_resume_where_they_ended(obversi: Command, tmp_path: Path) -> None:
    folder = str(tmp_path / "games")
    options = ("training", "games", folder, "--size", "6", "--rules", "reversed", "--solve", "6")
    assert obversi(*options, "--games", "5").exit_code == 0
    result = obversi(*options, "--games", "8")
    assert ": 8 games, 3 of them new" in result.stdout
    assert len(set(GameData.open(folder).read()["number"].tolist())) == 8
    other = obversi(*options, "--games", "9", "--noise", "50")
    assert other.exit_code == 2
    assert "noise" in other.stderr


def test_games_of_files_are_added(obversi: Command, games: Path, tmp_path: Path) -> None:
    board = ob.Board(4)
    line = ""
    while not board.is_over:
        move = board.legal_moves[0]
        line += "" if move.is_pass else move
        board.push(move)
    (tmp_path / "games.txt").write_text(f"{line}\n{line}\n{line[:4]}\n")
    folder = tmp_path / "added"
    result = obversi("training", "add", str(folder), str(tmp_path / "games.txt"), "--size", "4")
    assert result.exit_code == 0
    assert "1 games were added" in result.stdout
    assert "left out, there already: 1" in result.stdout
    assert "left out, not finished: 1" in result.stdout
    fitted = obversi(
        *("training", "fit", str(games), str(folder), "--out", str(tmp_path / "f.obw")),
        *("--iterations", "2"),
    )
    assert fitted.exit_code == 0


def test_labels_of_branches_depend_on_lambda(
    obversi: Command, weights: Path, tmp_path: Path
) -> None:
    counts, fits = [], []
    for branches in ("0", "50"):
        folder = str(tmp_path / branches)
        options = ("--size", "4", "--depth", "2", "--solve", "6", "--weights", str(weights))
        played = ("training", "games", folder, *options, "--games", "40", "--branches", branches)
        assert obversi(*played).exit_code == 0
        counts.append(len(GameData.open(Path(folder)).read()))
    assert counts[1] > counts[0]
    for td_lambda in ("1", "0"):
        out = str(tmp_path / f"{td_lambda}.obw")
        fit = ("training", "fit", folder, "--out", out, "--iterations", "3", "--lambda", td_lambda)
        assert obversi(*fit).exit_code == 0
        fits.append(read_weights(Path(out)).full.values)
    assert (fits[0] != fits[1]).any()
    rejected = obversi(*fit[:-1], "1.5")
    assert rejected.exit_code == 2
    assert "--lambda" in rejected.stderr


@pytest.mark.long
def test_a_teacher_labels_positions_of_a_fit(obversi: Command, games: Path, tmp_path: Path) -> None:
    network, out = str(tmp_path / "teacher.pt"), str(tmp_path / "taught.obw")
    small = ("--width", "4", "--blocks", "1", "--epochs", "1", "--device", "cpu")
    trained = obversi("training", "teacher", str(games), "--out", network, *small)
    assert trained.exit_code == 0, trained.stderr
    assert "mean square error" in trained.stdout
    fit = ("training", "fit", str(games), "--out", out, "--iterations", "2", "--teacher", network)
    counts = []
    for variations in ("0", "3"):
        fitted = obversi(*fit, "--variations", variations)
        assert fitted.exit_code == 0, fitted.stderr
        counts.append(int(re.search(r"([\d,]+) positions", fitted.stdout)[1].replace(",", "")))  # type: ignore[index]
    assert counts[1] > counts[0]
    assert read_weights(Path(out)).size == 4


@pytest.mark.long
def test_a_network_is_trained_and_trained_again(
    obversi: Command, games: Path, weights: Path, tmp_path: Path
) -> None:
    out = str(tmp_path / "network.obw")
    fit = ("training", "fit", str(games), "--out", out, "--method", "network", "--epochs", "1")
    first = obversi(*fit, "--device", "cpu")
    assert first.exit_code == 0, first.stderr
    assert "12-10" in first.stdout
    assert read_weights(out).full.layers is not None
    again = obversi(*fit, "--device", "cpu", "--start", out)
    assert again.exit_code == 0, again.stderr
    wrong = obversi(*fit, "--device", "cpu", "--start", str(weights))
    assert wrong.exit_code == 2
    assert "cannot start from tables" in wrong.stderr


def test_probcut_is_fitted_and_printed(obversi: Command, games: Path, weights: Path) -> None:
    assert not read_weights(weights).probcut.any()
    options = ("--depths", "5", "--exact", "6", "--each", "4")
    result = obversi("training", "probcut", str(weights), str(games), *options)
    assert result.exit_code == 0
    fitted = read_weights(weights)
    assert fitted.probcut.any()
    rows = [line.split() for line in result.stdout.splitlines() if "(" in line]
    assert rows[0][:3] == ["7-4", "1", "3"]
    other = weights.with_name("other.obw")
    printed = json.loads(
        obversi(
            *("training", "probcut", str(weights), str(games), *options),
            *("--out", str(other), "--json"),
        ).stdout
    )
    assert printed["cells"][0]["shallow"] == 1
    assert read_weights(other).probcut.tolist() == fitted.probcut.tolist()


def test_the_gate_compares_two_files(obversi: Command, weights: Path, tmp_path: Path) -> None:
    kept = tmp_path / "match.json"
    options = ("training", "gate", str(weights), str(weights), "--limit", "nodes=20")
    result = obversi(*options, "--games", "8", "--keep", str(kept))
    assert result.exit_code == 0
    assert "50.0% of the points" in result.stdout
    assert result.stdout.endswith("the new ones are not proved to be better\n")
    printed = json.loads(obversi(*options, "--games", "8", "--keep", str(kept), "--json").stdout)
    assert printed["replaces"] is False
    assert printed["games"] == 8
    assert json.loads(kept.read_text())["score"] == printed["score"] == 0.5


def test_wrong_input_of_the_steps_is_one_line(
    obversi: Command, games: Path, weights: Path, tmp_path: Path
) -> None:
    shipped = str(Path(ob.__file__).parent / "weights" / "6x6-normal.obw")
    out, lost = str(tmp_path / "out.obw"), str(tmp_path / "none" / "out.obw")
    (tmp_path / "damaged.obw").write_bytes(weights.read_bytes()[:-20])
    for arguments, named in (
        (["games", str(tmp_path / "g"), "--size", "4"], "--games or --minutes"),
        (["games", str(tmp_path / "g"), "--depth", "2", "--games", "2"], "needs weights"),
        (["games", str(games), "--size", "6", "--games", "2"], "has normal 4×4 games"),
        (
            ["games", str(tmp_path / "g"), "--solve", "99", "--games", "2"],
            "'99' is not a whole number from 1",
        ),
        (["add", str(games), "missing.ggf", "--size", "4"], "missing.ggf"),
        (["fit", str(tmp_path / "nothing"), "--out", out], "is not a folder of games"),
        (["fit", str(games), "--out", out, "--phases", "40"], "40 phases"),
        (["fit", str(games), "--out", lost], "there is no folder"),
        (["fit", str(games), "--out", out, "--page", lost], "there is no folder"),
        (["teacher", str(games), "--out", lost], "there is no folder"),
        (["probcut", str(weights), str(games), "--out", lost], "there is no folder"),
        (["fit", str(games), "--out", out, "--variations", "2"], "give --teacher too"),
        (["fit", str(games), "--out", out, "--teacher", str(weights)], "not a network"),
        (["probcut", shipped, str(games)], "is for normal 6×6"),
        (
            ["probcut", str(weights), str(games), "--depths", "1"],
            "'1' is not a whole number from 3",
        ),
        (["probcut", str(tmp_path / "damaged.obw"), str(games)], "damaged.obw"),
        (["gate", shipped, str(weights)], "is for normal 6×6"),
        (["gate", str(weights), str(tmp_path / "missing.obw")], "missing.obw"),
        (["gate", str(weights), str(weights), "--limit", "second=1"], "did you mean 'seconds'"),
        (["gate", str(weights), str(weights), "--games", "0"], "'0' is not a whole number from 1"),
    ):
        result = obversi("training", *arguments)
        assert result.exit_code == 2, arguments
        [line] = result.stderr.splitlines()
        assert line.startswith("obversi: ")
        assert named in line
    assert not Path(out).exists()
    assert not (tmp_path / "g").exists()


def test_damaged_games_can_be_left_out(obversi: Command, games: Path, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    for path in games.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    more = obversi("training", "games", str(folder), "--size", "4", "--solve", "9", "--games", "90")
    assert more.exit_code == 0
    first, _second = sorted(folder.glob("*.obg"))
    first.write_bytes(first.read_bytes()[:-5])
    fit = ("training", "fit", str(folder), "--out", str(tmp_path / "f.obw"), "--iterations", "2")
    result = obversi(*fit)
    assert result.exit_code == 2
    assert first.name in result.stderr
    assert "--skip-damaged" in result.stderr
    result = obversi(*fit, "--skip-damaged")
    assert result.exit_code == 0
    assert f"left out: {first}" in result.stderr
