"""``obversi serve``: what it says, how it ends, and what it rejects."""

import asyncio
import logging
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result
from game_server import LineClient
from server_process import server_process

from obversi.cli import hosting

Command = Callable[..., Result]


def test_it_serves_and_ends_well_and_exports_its_games(obversi: Command, tmp_path: Path) -> None:
    database = tmp_path / "games.db"

    async def play(address: str) -> None:
        client = await LineClient.connect(address, "Anna")
        assert (await client.play(against="level=1", size=4))["reason"] == "finished"
        await client.send(type="join", against="r4:depth=1", size=4, color="black")
        await client.receive("turn")
        server.process.send_signal(signal.SIGTERM)
        assert "resume" in (await client.receive("closing"))["text"]
        await client.close()

    with server_process(database, "--agent", "r4:depth=1") as server:
        assert server.addresses.keys() == {"lines", "WebSocket"}
        assert server.first_line.startswith("listening on 127.0.0.1:")
        second = obversi("serve", "--db", str(database), "--port", "0", "--web-port", "0")
        assert second.exit_code == 2
        assert "another" in second.stderr
        asyncio.run(play(server.addresses["lines"]))
        output, events = server.process.communicate(timeout=120)
        assert server.process.returncode == 0
    assert "obversi connect 127.0.0.1" in output
    assert str(database) in output
    assert "Anna" in events
    assert "Traceback" not in events

    target = tmp_path / "games.ggf"
    result = obversi("serve", "--db", str(database), "--export", str(target))
    assert (result.exit_code, result.stderr) == (0, "")
    assert target.read_text().count("PB[") == 2
    assert "Anna" in target.read_text()

    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE game SET rules = 'odd' WHERE number = 1")
    result = obversi("serve", "--db", str(database), "--export", str(target))
    assert result.exit_code == 1
    assert result.stderr.startswith("obversi: game g-")
    assert "is damaged" in result.stderr
    assert target.read_text().count("PB[") == 1


def test_ctrl_c_ends_it_well_and_quiet_is_quiet(tmp_path: Path) -> None:
    with server_process(tmp_path / "games.db", "--quiet", "--no-web") as server:
        assert server.addresses.keys() == {"lines"}
        server.process.send_signal(signal.SIGINT)
        _, events = server.process.communicate(timeout=120)
        assert (server.process.returncode, events) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--port", "99999"], "'--port': '99999' is not a whole number from 0"),
        (["--web-port", "-1"], "'--web-port': '-1' is not a whole number from 0"),
        (["--port", "many"], "many"),
        (["--host", "203.0.113.1", "--port", "0"], "cannot listen on 203.0.113.1"),
        (["--agent", "gredy"], "did you mean 'greedy'"),
        (["--agent", "nboard:edax"], "obversi connect --agent"),
        (["--workers", "0"], "workers"),
        (["--hash-mb", "0"], "'--hash-mb': '0' is not a whole number from 1"),
        (["--connections", "0"], "'--connections': '0' is not a whole number from 1"),
        (["--think", "0"], "'--think': '0' is not a number above 0"),
        (["--rate", "nan"], "'--rate': 'nan' is not a number above 0"),
        (["--wait", "inf"], "'--wait': 'inf'"),
        (["--against", "level=3"], "--against needs --compat cs621"),
        (["--compat", "cs622"], "cs622"),
        (["--compat", "cs621", "--against", "gredy"], "greedy"),
        (["--db", "missing/games.db"], "missing"),
        (["--db", "."], "directory"),
        (["--export", "games.doc"], "games.doc"),
        (["--export", "games.ggf", "--db", "missing.db"], "missing.db"),
    ],
)
def test_wrong_options_are_rejected(
    obversi: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    named: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    result = obversi("serve", *arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("obversi: ")
    assert result.stderr.count("\n") == 1
    assert named in result.stderr
    assert not list(tmp_path.iterdir())


def test_the_levels_of_loggers_are_restored() -> None:
    logger = logging.getLogger("obversi.net")
    before = logger.level, list(logger.handlers)
    with hosting._events_on_stderr(quiet=True):
        assert logger.level == logging.WARNING
    assert (logger.level, logger.handlers) == before
