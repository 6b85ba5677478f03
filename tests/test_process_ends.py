"""Calls whose process is interrupted, ended or copied; `benchmarks/process_ends.py` tries all."""

import subprocess
import sys
from pathlib import Path

import pytest
from process_calls import CALLS as ALL_CALLS

ROOT = Path(__file__).parent.parent
BENCHMARK = ROOT / "benchmarks" / "process_ends.py"
# From 3.12 on Python warns of forks in processes with threads, which is what is tested here.
PYTHON = [sys.executable, "-W", "ignore::DeprecationWarning"]

# One for each way in which the core is called.
CALLS = {
    "Ctrl-C": [
        "batch.exact_margins",
        "batch.tree_sizes",
        "play_bulk, solved",
        "training.generate",
        "training.probcut.measure",
    ],
    "exit in a daemon thread": [
        "Engine.analyse, 2 threads",
        "Engine.analyse, a stream open",
        "batch.canonical",
        "batch.exact_margins",
        "perft",
        "textbook.alpha_beta, Python evaluation",
        "agent engine",
        "play_bulk, Python evaluation",
        "play_bulk, failing evaluation",
    ],
    "forked child": [
        "Engine.analyse, 2 threads",
        "Engine.analyse, a stream open",
        "Engine.clear, close",
        "agent engine",
        "agent mcts",
        "play_bulk, engine",
    ],
}


def test_docs_list_all_calls() -> None:
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    assert [name for name in ALL_CALLS if f"`{name}`" not in text] == []


@pytest.mark.few_cases
@pytest.mark.parametrize("situation", CALLS)
def test_process_ends_as_usual(situation: str) -> None:
    options = [option for name in CALLS[situation] for option in ("--call", name)]
    command = [*PYTHON, str(BENCHMARK), "--inside", situation, *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# Children that are forked from one parent, each in a state that once made it wait for ever. Prints
# the names of those that have not ended as usual within a minute.
FORKS = """
import os, signal, sys, threading
import obversi as ob
from obversi import weights
from obversi.agents.engine_agent import EngineAgent

def searched():
    engine = ob.Engine(threads=2, hash_mb=1)
    engine.solve(ob.Board(4))
    return engine

engines = {name: searched() for name in ("closed", "deleted", "left")}
stream = engines["left"].stream(ob.Board(), ob.Limit(seconds=1000))
next(stream)
player = EngineAgent(depth=2).core_player(8, "normal")
chosen = player.choose(*ob.Board().bits)

def closed():
    engines["closed"].close()

def deleted():
    del engines["deleted"]

def left():
    sys.exit()

def stream_taken():
    try:
        for _ in stream:
            pass
    except ob.ObversiError as error:
        assert "another process" in str(error)
    else:
        raise AssertionError("the stream has ended")

def stream_closed():
    stream.close()

def weights_being_read():
    ob.Engine(hash_mb=1).analyse(ob.Board(6), ob.Limit(depth=2))

def player_used_before():
    assert player.choose(*ob.Board().bits) == chosen

reading = weights._READING.setdefault((6, "normal"), threading.Lock())
reading.acquire()
for child in (closed, deleted, left, stream_taken, stream_closed, weights_being_read,
              player_used_before):
    if not (process := os.fork()):
        signal.alarm(60)
        child()
        sys.exit()
    if status := os.waitpid(process, 0)[1]:
        print(child.__name__, status)
reading.release()
stream.close()
"""


def test_forked_children_end() -> None:
    done = subprocess.run(
        [*PYTHON, "-c", FORKS], capture_output=True, text=True, timeout=600, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# A player whose lock another thread holds during the fork: an error says so.
BUSY_PLAYER = """
import os, signal, sys, threading
import obversi as ob
from obversi import _core, heuristics
from obversi.board import Board

choosing, forked = threading.Event(), threading.Event()

def slow(board):
    choosing.set()
    forked.wait()
    return 0.0

heuristic = _core.PythonHeuristic(8, False, "margin", "slow", slow, Board)
player = _core.SearchPlayer(heuristic, "minimax", 1)
thread = threading.Thread(target=player.choose, args=ob.Board().bits)
thread.start()
choosing.wait()
if not (process := os.fork()):
    signal.alarm(60)
    try:
        player.choose(*ob.Board().bits)
    except RuntimeError as error:
        print(error, flush=True)
    os._exit(0)
print(os.waitpid(process, 0)[1])
forked.set()
thread.join()
"""


def test_player_that_was_busy_during_a_fork() -> None:
    done = subprocess.run(
        [*PYTHON, "-c", BUSY_PLAYER],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout.splitlines() == [
        "this player was choosing a move when the process was forked: make another one",
        "0",
    ], done.stderr
