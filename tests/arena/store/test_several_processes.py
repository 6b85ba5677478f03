"""One process plays, others look, and any of them may be killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from stored_games import add_tournament, game_of_number

from obversi.arena.store.store import Store
from obversi.errors import ObversiError

TESTS = Path(__file__).parents[2]

# Adds games to the first tournament in order, and prints the number of each stored one.
WRITER = """
from itertools import count
from stored_games import game_of_number
from obversi.arena.store.store import Store
with Store.open(sys.argv[1]) as store, store.playing(1):
    for number in count(store.tournament(1).games + 1):
        store.add_games(1, [game_of_number(number)])
        print(number, flush=True)
"""

# Plays a tournament until its stdin is closed.
PLAYER = """
from obversi.arena.store.store import Store
with Store.open(sys.argv[1]) as store, store.playing(1):
    print("playing", flush=True)
    sys.stdin.read()
"""

Start = Callable[[str, Path], subprocess.Popen[str]]


@pytest.fixture
def start() -> Iterator[Start]:
    with ExitStack() as stack:

        def started(program: str, path: Path) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                [sys.executable, "-c", "import sys\n" + program, str(path)],
                env={**os.environ, "PYTHONPATH": str(TESTS)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        yield started


def reported_numbers(process: subprocess.Popen[str], count: int) -> list[int]:
    assert process.stdout is not None
    return [int(process.stdout.readline()) for _ in range(count)]


@pytest.mark.long
def test_a_kill_loses_nothing_that_was_stored(tmp_path: Path, start: Start) -> None:
    path = tmp_path / "arena.db"
    with Store.open(path) as store:
        add_tournament(store)
    random = Random(1)
    reported: list[int] = []
    for _ in range(3):
        writer = start(WRITER, path)
        reported += reported_numbers(writer, random.randrange(1, 20))
        writer.send_signal(signal.SIGKILL)
        # It may have reported more before it died.
        assert writer.stdout is not None
        reported += [int(line) for line in writer.stdout if line.endswith("\n")]
        assert writer.wait() == -signal.SIGKILL
    with Store.open(path) as store:
        games = store.games(1)
    numbers = [game.number for game in games]
    assert numbers == list(range(1, len(games) + 1))
    # The last game of each writer may be stored without having been reported.
    assert set(reported) <= set(numbers)
    assert len(numbers) <= len(set(reported)) + 3
    assert games == [game_of_number(number) for number in numbers]


@pytest.mark.long
def test_readers_see_whole_games_while_another_process_writes(tmp_path: Path, start: Start) -> None:
    path = tmp_path / "arena.db"
    with Store.open(path) as store:
        add_tournament(store)
    writer = start(WRITER, path)
    with Store.open(path, create=False) as one, Store.open(path, create=False) as other:
        seen = 0
        for _ in range(4):
            last = reported_numbers(writer, 5)[-1]
            for reader in (one, other):
                games = reader.games(1)
                assert len(games) >= max(last, seen)
                assert games[-1] == game_of_number(len(games))
                seen = len(games)
        assert writer.poll() is None


def test_one_process_plays_a_tournament(tmp_path: Path, start: Start) -> None:
    path = tmp_path / "arena.db"
    with Store.open(path) as store:
        add_tournament(store)
        add_tournament(store)
        player = start(PLAYER, path)
        assert player.stdout is not None
        assert player.stdout.readline() == "playing\n"
        by_whom = rf"tournament 1 of .*arena\.db is being played by another .* \({player.pid}\)"
        with pytest.raises(ObversiError, match=by_whom), store.playing(1):
            pass
        with store.playing(2):  # another one is free
            assert store.tournament(1).games == 0
        player.kill()
        player.wait()
        for _ in range(2):
            with (
                store.playing(1),
                pytest.raises(ObversiError, match="is being played"),
                store.playing(1),
            ):
                pass
    assert [file.name for file in tmp_path.iterdir()] == ["arena.db"]


@pytest.mark.long
def test_of_several_processes_one_adds_a_tournament(tmp_path: Path, start: Start) -> None:
    program = """
from dataclasses import replace
from stored_games import IDENTITIES, SETTINGS, openings_of
from obversi.arena.store.store import Store
openings = openings_of(SETTINGS)
print("ready", flush=True)
seed = int(sys.stdin.readline())
with Store.open(sys.argv[1]) as store:
    print(store.find_or_add(replace(SETTINGS, seed=seed), openings, IDENTITIES).settings.seed)
"""
    path = tmp_path / "arena.db"
    processes = [start(program, path) for _ in range(4)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for seed, process in enumerate(processes):
        assert process.stdin is not None
        process.stdin.write(f"{seed}\n")
        process.stdin.flush()
    outputs = {process.communicate()[0] for process in processes}
    with Store.open(path) as store:
        [stored] = store.tournaments()
    assert outputs == {f"{stored.settings.seed}\n"}


@pytest.mark.long
def test_several_processes_make_one_file(tmp_path: Path, start: Start) -> None:
    program = """
from stored_games import add_tournament
from obversi.arena.store.store import Store
print("ready", flush=True)
sys.stdin.readline()
with Store.open(sys.argv[1]) as store:
    print(add_tournament(store))
"""
    path = tmp_path / "arena.db"
    processes = [start(program, path) for _ in range(4)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    outputs = [process.communicate("go\n")[0] for process in processes]
    assert sorted(map(int, outputs)) == [1, 2, 3, 4]
