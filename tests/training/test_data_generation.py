"""Self-play into a folder: the same games however the run goes."""

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from interrupts import output_after_ctrl_c

import obversi as ob
from obversi import _core
from obversi.errors import FormatError, ObversiError
from obversi.extras import install_command
from obversi.rules import RULES, Rules
from obversi.training import data_generation as generate_module
from obversi.training.data_generation import Progress, Schedule, generate
from obversi.training.game_files import GAME, GameData, Games
from obversi.training.self_play import SelfPlaySettings
from obversi.weights import read_weights, shipped_path

QUICK = SelfPlaySettings(solve=6, seed=5)


def expected(size: int, rules: Rules, games: int, settings: SelfPlaySettings = QUICK) -> Games:
    """The games of one call of the core."""
    kind = settings.for_size(size)
    assert kind.random_least is not None
    assert kind.random_most is not None
    assert kind.seed is not None
    evaluation = None
    if kind.depth:
        evaluation = read_weights(shipped_path(size, rules)).evaluation()
    rows = _core.generate_games(
        *(size, rules == "reversed", evaluation, kind.depth, kind.solve, kind.seed, 0, games, 1),
        *(kind.random_least, kind.random_most, kind.noise, kind.branches, kind.siblings),
    )
    return rows.view(GAME).reshape(-1)


def played(data: GameData, games: int, threads: int = 1, cluster: str | None = None) -> Progress:
    *_, last = generate(data, settings=QUICK, games=games, threads=threads, cluster=cluster)
    return last


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_the_games_are_those_of_the_core(tmp_path: Path, size: int, rules: Rules) -> None:
    data = GameData.create(tmp_path, size, rules)
    states = list(generate(data, settings=QUICK, games=60, threads=2))
    assert states[0] == Progress(0, 0, 60, 0.0)
    assert [progress.games for progress in states] == sorted(progress.games for progress in states)
    assert (states[-1].games, states[-1].played, states[-1].planned) == (60, 60, 60)
    assert states[-1].speed > 0
    assert np.array_equal(data.read(), expected(size, rules, 60))
    settings = GameData.open(tmp_path).settings
    assert (settings["solve"], settings["seed"], settings["weights"]) == (6, 5, None)


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
def test_weights_play(tmp_path: Path, rules: Rules) -> None:
    settings = SelfPlaySettings(depth=2, solve=6)
    weights = read_weights(shipped_path(6, rules))
    data = GameData.create(tmp_path / "games", 6, rules)
    for games in (10, 20):
        *_, _last = generate(data, weights, settings, games=games)
    assert np.array_equal(data.read(), expected(6, rules, 20, settings))
    assert len(GameData.open(data.folder).settings["weights"]) == 8
    with pytest.raises(ObversiError, match="needs weights"):
        generate(data, None, settings, games=30)
    other = read_weights(shipped_path(4, rules))
    with pytest.raises(ObversiError, match=f"are for {rules} 4×4, the games {rules} 6×6"):
        generate(data, other, settings, games=30)


def test_settings_without_branches_are_those_of_older_folders(tmp_path: Path) -> None:
    weights = read_weights(shipped_path(4, "normal"))
    for branches, stored in ((0, None), (30, 30)):
        data = GameData.create(tmp_path / str(branches), 4, "normal")
        settings = SelfPlaySettings(depth=2, solve=4, branches=branches)
        *_, _last = generate(data, weights, settings, games=5)
        assert GameData.open(data.folder).settings.get("branches") == stored


def test_other_settings_need_another_folder(tmp_path: Path) -> None:
    data = GameData.create(tmp_path, 4)
    played(data, 10)
    with pytest.raises(ObversiError, match="solve 6 instead of 7"):
        next(generate(data, settings=SelfPlaySettings(solve=7, seed=5), games=20))
    with pytest.raises(ObversiError, match="seed 5 instead of 6"):
        next(
            generate(GameData.open(tmp_path), settings=SelfPlaySettings(solve=6, seed=6), games=20)
        )
    assert played(data, 20).before == 10


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (SelfPlaySettings(depth=-1), "depth cannot be -1"),
        (SelfPlaySettings(solve=0), "solve cannot be 0"),
        (SelfPlaySettings(solve=33), "solve cannot be 33: expected 1 to 32"),
        (SelfPlaySettings(random_most=32), "random_most cannot be 32: expected 0 to 31"),
        (SelfPlaySettings(random_least=9, random_most=8), "random_least cannot be 9"),
        (SelfPlaySettings(noise=101), "noise cannot be 101"),
        (SelfPlaySettings(branches=101), "branches cannot be 101"),
        (SelfPlaySettings(branches=5), "branches need a search"),
        (SelfPlaySettings(siblings=-5), "siblings cannot be -5"),
        (SelfPlaySettings(seed="one"), "seed cannot be 'one'"),  # type: ignore[arg-type]
    ],
)
def test_settings_out_of_bounds_are_rejected(
    tmp_path: Path, settings: SelfPlaySettings, reason: str
) -> None:
    data = GameData.create(tmp_path, 6)
    with pytest.raises(ObversiError, match=reason):
        generate(data, settings=settings, games=1)


def test_a_run_needs_an_end(tmp_path: Path) -> None:
    data = GameData.create(tmp_path, 4)
    with pytest.raises(ObversiError, match="needs an end"):
        generate(data)
    with pytest.raises(ObversiError, match="number of games cannot be 0"):
        generate(data, games=0)
    for seconds in (0, -1, float("nan"), float("inf")):
        with pytest.raises(ObversiError, match="cannot take"):
            generate(data, seconds=seconds)


def test_time_ends_a_run(tmp_path: Path) -> None:
    data = GameData.create(tmp_path, 4)
    *_, last = generate(data, settings=QUICK, seconds=0.5, threads=1)
    assert last.games > 0
    assert last.planned is None
    assert np.array_equal(data.read(), expected(4, "normal", last.games))


def test_games_that_are_there_are_not_played_again(tmp_path: Path) -> None:
    data = GameData.create(tmp_path, 4)
    assert played(data, 30).played == 30
    assert list(generate(data, settings=QUICK, games=30)) == [Progress(0, 30, 30, 0.0)]
    assert list(generate(data, settings=QUICK, games=7))[-1].games == 30
    last = played(data, 50)
    assert (last.before, last.played) == (30, 20)
    assert np.array_equal(data.read(), expected(4, "normal", 50))


def test_lost_games_are_played_again(tmp_path: Path) -> None:
    data = GameData.create(tmp_path, 4)
    for games in (10, 20, 30, 40):
        played(data, games)
    shards = data.shards()
    assert [shard.first for shard in shards] == [0, 10, 20, 30]
    for lost in (0, 2):
        shards[lost].path.unlink()
    last = played(data, 35)
    assert (last.before, last.played) == (20, 20)
    assert np.array_equal(data.read(), expected(4, "normal", 40))


def test_a_damaged_header_stops_a_run(tmp_path: Path) -> None:
    data = GameData.create(tmp_path, 4)
    played(data, 10)
    path = data.shards()[0].path
    path.write_bytes(b"")
    with pytest.raises(FormatError, match=r"games-0000000000\.obg: .*delete it"):
        played(data, 20)
    path.unlink()
    played(data, 20)
    assert np.array_equal(data.read(), expected(4, "normal", 20))


def test_leaving_early_keeps_what_was_played(tmp_path: Path) -> None:
    data = GameData.create(tmp_path, 4)
    run = generate(data, settings=QUICK, games=1000, threads=1)
    next(run)
    games = next(run).games
    run.close()
    assert 0 < games < 1000
    assert np.array_equal(data.read(), expected(4, "normal", games))


def test_files_are_written_as_time_goes_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate_module, "_SECONDS_A_SHARD", 0.0)
    data = GameData.create(tmp_path, 4)
    run = generate(data, settings=QUICK, games=200, threads=1)
    for progress in run:
        assert sum(shard.numbers for shard in data.shards()) == progress.games
    assert len(data.shards()) > 1
    assert np.array_equal(data.read(), expected(4, "normal", 200))


# Runs that end otherwise

ENDLESS = """
from obversi.training import data_generation as module
from obversi.training.game_files import GameData

module._SECONDS_A_SHARD = float(sys.argv[2])
data = GameData.open(sys.argv[1])
settings = module.SelfPlaySettings(solve=6, seed=5)
printed = False
for progress in module.generate(data, settings=settings, games=10**9, threads=1):
    if progress.played and not printed:
        print("working", flush=True)
        printed = True
"""


@pytest.mark.long
def test_a_killed_run_loses_nothing_that_is_not_played_again(tmp_path: Path) -> None:
    data = GameData.create(tmp_path, 6, "reversed")
    for _ in range(2):
        before = len(data.shards())
        command = [sys.executable, "-c", f"import sys\n{ENDLESS}", str(tmp_path), "0"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as working:
            while len(data.shards()) < before + 4:
                assert working.poll() is None
                time.sleep(0.01)
            working.kill()
    games = sum(shard.numbers for shard in data.shards())
    data.shards()[1].path.unlink()
    (tmp_path / "games-0000000999.obg.part").write_bytes(b"half")
    played(data, games)
    assert list(tmp_path.glob("*.part")) == []
    assert np.array_equal(data.read(), expected(6, "reversed", games))


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    data = GameData.create(tmp_path, 6, "normal")
    _, errors = output_after_ctrl_c(ENDLESS, str(tmp_path), "1000")
    assert errors.rstrip().endswith("KeyboardInterrupt")
    [shard] = data.shards()
    assert shard.numbers >= 8
    assert np.array_equal(data.read(), expected(6, "normal", shard.numbers))


def test_a_full_disk_keeps_what_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generate_module, "_SECONDS_A_SHARD", 0.0)
    data = GameData.create(tmp_path, 4)
    run = generate(data, settings=QUICK, games=1000, threads=1)
    next(run)
    games = next(run).games

    def full(_self: Path, _target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ObversiError, match=r"obg cannot be written: No space left on device"):
        list(run)
    monkeypatch.undo()
    assert np.array_equal(data.read(), expected(4, "normal", games))
    assert list(tmp_path.glob("*.part")) == []
    played(data, 100)
    assert np.array_equal(data.read(), expected(4, "normal", 100))


# How much at a time


def test_pieces_take_about_the_same_time() -> None:
    schedule = Schedule([range(5, 10), range(100, 10_000)], 2.0, 4, None)
    assert schedule.take() == range(5, 9)
    schedule.learn(4, 0.001)
    assert schedule.take() == range(9, 10)  # what is left of a gap
    assert schedule.take() == range(100, 116)  # no more than four times as many at once
    schedule.learn(16, 1.0)
    assert schedule.take() == range(116, 148)
    schedule.learn(32, 64.0)
    assert schedule.take() == range(148, 152)  # and never fewer than keep all threads busy


def test_pieces_end_with_the_numbers() -> None:
    schedule = Schedule([range(3), range(7, 8)], 1.0, 2, None)
    taken: list[int] = []
    while numbers := schedule.take():
        taken += numbers
    assert taken == [0, 1, 2, 7]
    assert schedule.take() is None


def test_pieces_become_smaller_before_the_deadline() -> None:
    schedule = Schedule([range(1 << 20)], 1000.0, 8, time.monotonic() + 100)
    assert schedule.take() == range(8)
    schedule.learn(100, 10.0)
    numbers = schedule.take()
    assert numbers is not None
    assert len(numbers) <= 1000
    schedule.learn(1, 1000.0)
    following = schedule.take()
    assert following is not None
    assert len(following) == 1
    late = Schedule([range(10)], 1.0, 2, time.monotonic())
    assert late.take() is None


# What is needed


def test_the_tools_of_a_cluster_are_not_needed_without_one(tmp_path: Path) -> None:
    program = """
import sys
for name in ("distributed", "dask", "click", "rich", "torch", "matplotlib"):
    sys.modules[name] = None
from obversi.errors import ObversiError
from obversi.training import from_files, positions
from obversi.training.game_files import GameData
from obversi.training.data_generation import generate

data = GameData.create(sys.argv[1], 4)
*_, last = generate(data, games=3)
print(last.games, len(positions.read_positions([data])) > 0)
try:
    *_, last = generate(data, games=6, cluster="local")
except ObversiError as error:
    print(error)
"""
    command = [sys.executable, "-c", program, str(tmp_path / "games")]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    done, missing = output.splitlines()
    assert done == "3 True"
    assert missing.startswith("a cluster needs the package distributed")
    assert install_command("cluster") in missing
