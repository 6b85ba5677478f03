"""Ctrl-C, kill -9, and several processes for one tournament."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from obversi.arena.store.store import Store
from obversi.errors import ObversiError

Command = Callable[..., Any]
Printed = Callable[..., dict[str, Any]]
Process = Callable[..., "subprocess.Popen[str]"]

# Long, for a machine that is busy with other tests.
WAITING_SECONDS = 120.0

AGENTS = ("run", "random", "greedy", "greedy:perfect=4", "--seed", "3")
LONG = (*AGENTS, "--pairs", "3000", "--plies", "10")


def begin(start_obversi: Process, folder: Path, *options: str) -> "subprocess.Popen[str]":
    """Start or resume a tournament, and wait until some more games are stored."""
    before = games_in(folder / "arena.db")
    process = start_obversi("arena", *options, cwd=folder, start_new_session=True)
    deadline = time.monotonic() + WAITING_SECONDS
    while time.monotonic() < deadline:
        if games_in(folder / "arena.db") > before + 3:
            return process
        time.sleep(0.1)  # looking at the file takes as long as some games
    process.kill()
    raise AssertionError(process.communicate())


def games_in(file: Path) -> int:
    if not file.exists():
        return 0
    try:
        with Store.open(file, create=False) as store:
            return store.tournament(None).games
    except ObversiError:  # the file is being made
        return 0


def test_ctrl_c_stores_and_prints_what_was_played(
    start_obversi: Process, printed: Printed, tmp_path: Path
) -> None:
    process = begin(start_obversi, tmp_path, *LONG, "--json")
    os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to all processes
    output, complaint = process.communicate()
    assert process.returncode == 130
    assert complaint.splitlines()[-2:] == [
        "to resume it: obversi arena resume 1",
        "obversi: interrupted",
    ]
    result = json.loads(output)
    assert 3 < result["games"] == games_in(tmp_path / "arena.db") < result["planned_games"]
    assert result["ended"] is None
    assert printed("show")["standings"] == result["standings"]


@pytest.mark.long
def test_kills_lose_no_game_and_play_none_twice(
    start_obversi: Process, printed: Printed, tmp_path: Path
) -> None:
    command = (*AGENTS, "--pairs", "25")
    for _ in range(2):
        process = begin(start_obversi, tmp_path, *command)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        kept = games_in(tmp_path / "arena.db")
    result = printed(*command)
    assert kept <= result["games"] == 150
    printed(*command, "--db", "undisturbed.db")
    transcripts = []
    for file in ("arena.db", "undisturbed.db"):
        with Store.open(file) as store:
            transcripts.append([game.record.transcript() for game in store.games(1)])
    assert transcripts[0] == transcripts[1]


def test_only_one_process_plays_while_others_look(
    start_obversi: Process, arena: Command, printed: Printed, tmp_path: Path
) -> None:
    process = begin(start_obversi, tmp_path, *LONG)
    try:
        for command in (("resume",), LONG):
            result = arena(*command)
            assert (result.exit_code, result.stdout) == (2, "")
            assert "is being played by another process" in result.stderr
        assert printed("show")["games"] > 3
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.long
def test_equal_commands_at_once_begin_one_tournament(
    start_obversi: Process, tmp_path: Path
) -> None:
    command = ("arena", "run", "random", "greedy", "--pairs", "3000", "--plies", "10")
    processes = [start_obversi(*command, cwd=tmp_path, start_new_session=True) for _ in range(3)]
    try:
        deadline = time.monotonic() + WAITING_SECONDS
        while sum(process.poll() is not None for process in processes) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        [playing] = [process for process in processes if process.poll() is None]
        for process in processes:
            if process is not playing:
                assert process.returncode == 2
                assert "is being played by another process" in process.communicate()[1]
        with Store.open(tmp_path / "arena.db") as store:
            assert len(store.tournaments()) == 1
    finally:
        for process in processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
