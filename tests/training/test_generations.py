"""Whole trainings, tiny ones: every step, and going on wherever they were killed."""

import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from tiny_training import TINY

import obversi as ob
from obversi.errors import InputError, ObversiError
from obversi.rules import Rules
from obversi.training import generations
from obversi.training.files import read_json, write_json
from obversi.training.generations import HAND_MADE, Tools, Training, TrainingProgress
from obversi.training.history import TrainingHistory, markdown
from obversi.training.positions import Positions
from obversi.training.teacher import TeacherPlan
from obversi.training.training_settings import (
    SETTINGS,
    TrainingSetting,
    training_setting,
)
from obversi.weights import read_weights

TOOLS = Tools(threads=1, device="cpu")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a training that was not interrupted."""
    folder = tmp_path_factory.mktemp("training") / "reversed"
    Training.open(folder, 4, "reversed", TINY).run(TOOLS, TrainingProgress())
    return folder


def test_every_step_leaves_its_file(finished: Path) -> None:
    training = Training.open(finished, 4, "reversed", TINY)
    for generation in training.generations:
        assert generation.is_done
        assert read_json(generation.folder / "games.json")["games"] == 80
        weights = read_weights(generation.weights_path)
        assert weights.game == "reversed 4×4"
        assert weights.about.endswith(f"generation {generation.number}")
        assert weights.probcut[0].any()
        assert not read_weights(generation.folder / "fitted.obw").probcut.any()
    champion = training.champion()
    assert champion is not None
    board = ob.Board(4, "reversed")
    with ob.Engine(weights=champion.weights_path) as engine:
        assert engine.solve(board).margin == 4
    assert not list(finished.rglob("*.part"))


def test_the_history_has_all_generations(finished: Path) -> None:
    training = Training.open(finished, 4, "reversed", TINY)
    history = training.history()
    stored = read_json(finished / "history.json")
    assert stored["rules"] == "reversed"
    first, second = history.generations
    assert first.match is None
    assert first.replaces
    assert second.match is not None
    assert second.match.games == 12
    assert second.replaces == second.match.proves_a == read_gate(finished, 1)["replaces"]
    assert second.positions > first.positions > 100  # the exact ones of the first are in both
    assert 0 < first.held_out_error < first.spread * 2
    assert stored["generations"][1]["match"]["games"] == 12
    assert history.final is not None
    assert history.final.games == 2
    assert history.final.b.startswith(HAND_MADE["reversed"])
    lines = markdown(history).splitlines()
    assert len({line.count("|") for line in lines[:4]}) == 1
    assert lines[2].startswith("| 0 | few replies, 8 solved | 80 | ")
    assert "the first" in lines[2]
    assert lines[3].startswith("| 1 | 1 plies, 6 solved | 80 | ")
    assert lines[-1].startswith("Against `r2-position:seconds=0.001`: +")


def read_gate(folder: Path, number: int) -> dict[str, object]:
    return read_json(folder / f"generation-{number}" / "gate.json")


class KilledProgress(TrainingProgress):
    """Ends a training at the event of a number, as Ctrl-C or a kill would."""

    def __init__(self, last: int) -> None:
        self.left = last

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt

    def begin(self, _step: str, _total: int) -> None:
        self._count()

    def reach(self, _done: int) -> None:
        self._count()

    def begin_match(self, _games: int) -> None:
        self._count()

    def say(self, _text: str) -> None:
        self._count()


@pytest.mark.long
def test_a_killed_training_can_be_resumed(tmp_path: Path, finished: Path) -> None:
    folder = tmp_path / "killed"
    kills = 0
    while True:
        training = Training.open(folder, 4, "reversed", TINY)
        try:
            history = training.run(TOOLS, KilledProgress(kills + 1))
            break
        except KeyboardInterrupt:
            kills += 1
    assert kills > 10
    whole = Training.open(finished, 4, "reversed", TINY).history()
    assert without_time(history) == without_time(whole)
    for number in (0, 1):
        name = f"generation-{number}/weights.obw"
        assert (folder / name).read_bytes() == (finished / name).read_bytes()


def without_time(history: TrainingHistory) -> TrainingHistory:
    """A history but for the match that is limited by time."""
    return replace(history, final=None)


def test_a_finished_training_does_nothing_more(finished: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in finished.rglob("*.obw")}
    began: list[str] = []

    class Listening(TrainingProgress):
        def begin(self, step: str, total: int) -> None:
            began.append(f"{step} {total}")

    Training.open(finished, 4, "reversed", TINY).run(TOOLS, Listening())
    assert began == []
    assert {path: path.stat().st_mtime_ns for path in finished.rglob("*.obw")} == before


def test_a_step_is_done_again_when_its_files_are_gone(finished: Path, tmp_path: Path) -> None:
    folder = tmp_path / "again"
    shutil.copytree(finished, folder)
    last = folder / "generation-1"
    for name in ("fit.json", "fitted.obw", "weights.obw", "match.json", "gate.json"):
        (last / name).unlink()
    Training.open(folder, 4, "reversed", TINY).run(TOOLS, TrainingProgress())
    weights = last / "weights.obw"
    assert weights.read_bytes() == (finished / "generation-1" / "weights.obw").read_bytes()


def test_damaged_games_are_left_out_and_reported(finished: Path, tmp_path: Path) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(finished, folder)
    last = folder / "generation-1"
    for name in ("fit.json", "fitted.obw", "weights.obw", "match.json", "gate.json"):
        (last / name).unlink()
    [games] = (folder / "generation-0" / "games").glob("*.obg")
    games.write_bytes(games.read_bytes()[:-9])
    said: list[str] = []

    class Listening(TrainingProgress):
        def say(self, text: str) -> None:
            said.append(text)

    Training.open(folder, 4, "reversed", TINY).run(TOOLS, Listening())
    assert [text for text in said if text.startswith(f"left out: {games}")]
    assert (last / "gate.json").exists()


def test_a_loser_does_not_replace_the_champion(finished: Path, tmp_path: Path) -> None:
    folder = tmp_path / "loser"
    shutil.copytree(finished, folder)
    second = folder / "generation-1"
    (second / "gate.json").unlink()
    stored = read_json(second / "match.json")
    write_json(second / "match.json", {**stored, "margins": 6 * [[-2, -4]]})
    training = Training.open(folder, 4, "reversed", TINY)
    second_generation = training.generations[1]
    second_generation.gate(TOOLS, TrainingProgress())
    assert not second_generation.is_champion
    champion = training.champion()
    assert champion is not None
    assert champion.number == 0
    write_json(second / "match.json", {**stored, "margins": 6 * [[2, 4]]})
    (second / "gate.json").unlink()
    second_generation.gate(TOOLS, TrainingProgress())
    assert training.champion() == second_generation


@pytest.mark.parametrize(
    ("size", "rules", "setting", "seed", "named"),
    [
        (6, "reversed", TINY, None, "size 4"),
        (4, "normal", TINY, None, "rules reversed"),
        (4, "reversed", TINY, 5, "seed "),
        (4, "reversed", TINY.scaled(2), None, "minutes 1"),
    ],
)
def test_another_training_is_not_mixed_in(
    finished: Path, size: int, rules: Rules, setting: TrainingSetting, seed: int | None, named: str
) -> None:
    with pytest.raises(ObversiError, match="has other settings") as caught:
        Training.open(finished, size, rules, setting, seed)
    assert named in str(caught.value)
    assert str(finished) in str(caught.value)


def test_a_folder_with_something_else_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(ObversiError, match="is not the folder of a training"):
        Training.open(tmp_path, 4, "normal", TINY)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    with pytest.raises(ObversiError, match="is not the folder of a training"):
        Training.open(tmp_path / "letter.txt", 4, "normal", TINY)


def test_without_a_champion_there_is_no_last_match(tmp_path: Path) -> None:
    training = Training.open(tmp_path / "new", 4, "normal", TINY, seed=3)
    assert training.champion() is None
    with pytest.raises(ObversiError, match="has no champion yet"):
        training.play_final(TOOLS, TrainingProgress())
    assert Training.open(tmp_path / "new", 4, "normal", TINY).seed == 3


# The settings


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("size", ob.SIZES)
def test_settings_fit_their_boards(name: str, size: int) -> None:
    setting = training_setting(name, size)
    assert setting.name == name
    for number, generation in enumerate(setting.generations):
        generation.play.for_size(size)  # which rejects what is out of bounds
        assert (generation.play.depth == 0) == (number == 0)  # there are no weights at first
    assert setting.phases <= size**2 - 4
    games = sum(generation.seconds for generation in setting.generations)
    assert games < 60 * setting.minutes


def test_minutes_scale_what_takes_time() -> None:
    ten, five = training_setting("small", 8), training_setting("small", 8, minutes=5)
    assert ten.minutes == 10
    assert five.minutes == 5
    for whole, half in zip(ten.generations, five.generations, strict=True):
        assert half.seconds == whole.seconds / 2
        assert half.play == whole.play
    assert five.most_positions == ten.most_positions // 2
    assert five.gate_pairs == ten.gate_pairs // 2
    with pytest.raises(ObversiError, match="a training cannot take 0 minutes"):
        training_setting("small", 8, minutes=0)
    with pytest.raises(ObversiError, match="a training cannot take nan minutes"):
        training_setting("small", 8, minutes=float("nan"))
    with pytest.raises(ObversiError, match="did you mean 'small'"):
        training_setting("smal", 8)


@pytest.mark.long
def test_the_last_generation_may_be_a_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setting = replace(TINY, network=True, generations=(TINY.generations[0],))
    monkeypatch.setattr(generations, "_NETWORK", replace(generations._NETWORK, epochs=1))
    Training.open(tmp_path / "cpu", 4, "normal", setting).run(TOOLS, TrainingProgress())
    folder = tmp_path / "cpu" / "generation-0"
    assert read_weights(folder / "weights.obw").full.layers is not None

    # With a GPU a teacher labels the positions; here it is another CPU.
    steps: list[str] = []

    class Steps(TrainingProgress):
        def begin(self, step: str, total: int) -> None:
            assert total > 0
            steps.append(step)

    monkeypatch.setattr(generations, "chosen_device", lambda _name: "cuda")
    small = partial(TeacherPlan, width=4, blocks=1, epochs=1)
    monkeypatch.setattr(generations, "TeacherPlan", small)
    Training.open(tmp_path / "gpu", 4, "normal", setting).run(TOOLS, Steps())
    teacher = steps.index("generation 0: teacher")
    assert steps[teacher + 1 : teacher + 3] == ["generation 0: labels", "generation 0: network"]
    alone, taught = (
        read_json(tmp_path / name / "generation-0" / "fit.json")["positions"]
        for name in ("cpu", "gpu")
    )
    assert taught > alone

    steps.clear()
    Training.open(tmp_path / "reversed", 4, "reversed", setting).run(TOOLS, Steps())
    assert "generation 0: network" in steps
    assert "generation 0: teacher" not in steps


def test_only_a_network_learns_from_later_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lambdas: list[float] = []

    def stopped(*_data: object, td_lambda: float, **_settings: object) -> Positions:
        lambdas.append(td_lambda)
        raise InputError("enough")

    monkeypatch.setattr(generations, "read_positions", stopped)
    for name, is_network in (("tables", False), ("network", True)):
        setting = replace(TINY, network=is_network, generations=(TINY.generations[0],))
        training = Training.open(tmp_path / name, 4, "normal", setting)
        with pytest.raises(InputError, match="enough"):
            training.run(TOOLS, TrainingProgress())
    assert lambdas == [1.0, 0.8]
