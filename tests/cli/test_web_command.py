"""``obversi web``: what it says, how it ends, and what it rejects."""

import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import Result
from explorer_files import GAMES, write_book, write_games

from obversi import Board
from obversi.book import Book
from obversi.cli.hosting import EventLog, _events_on_stderr
from obversi.cli.web import has_display, open_in_browser

Command = Callable[..., Result]


@contextmanager
def app_process(database: Path, *options: str) -> Iterator["subprocess.Popen[str]"]:
    """The app as a process of its own, on a free port."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "obversi", "web", "--db", str(database), "--port", "0"),
            *("--workers", "1", "--hash-mb", "1", *options),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={
            name: value
            for name, value in os.environ.items()
            if name not in ("DISPLAY", "WAYLAND_DISPLAY")
        }
        | {"PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"},
        # Where the tests run in the background, Ctrl-C is ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def page_of(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    found = re.fullmatch(
        r"open (http://127\.0\.0\.1:\d+/) in a browser\n", process.stdout.readline()
    )
    assert found
    return found[1]


STUCK = """
import sys, threading
from obversi.cli import hosting, main
from obversi.web.tournaments.reader import ArenaReader

def never(self):
    print("stuck", flush=True)
    threading.Event().wait()

hosting._END_SECONDS = 0.2
ArenaReader.list_all = never
main(["web", "--db", sys.argv[1], "--port", "0", "--workers", "1", "--hash-mb", "1", "--no-open"])
"""


@pytest.mark.long
def test_it_ends_though_a_thread_never_returns(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", STUCK, str(tmp_path / "games.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        page = page_of(process)
        assert process.stdout is not None
        process.stdout.readline()
        host, port = page.removeprefix("http://").rstrip("/").split(":")
        with socket.create_connection((host, int(port))) as client:
            client.sendall(f"GET /api/arena HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
            assert process.stdout.readline() == "stuck\n"
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=60)
        assert process.returncode == 1
        assert "a thread did not end within 0.2 s" in errors
    finally:
        process.kill()
        process.communicate()


def test_it_serves_and_ends_well(obversi: Command, tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with app_process(database, "--agent", "r4:depth=1", "--lines-port", "0") as process:
        page = page_of(process)
        assert process.stdout is not None
        lines, file = process.stdout.readline(), process.stdout.readline()
        assert re.fullmatch(r"listening on 127\.0\.0\.1:\d+ \(lines\)\n", lines)
        assert str(database) in file
        assert httpx.get(page).headers["Content-Type"].startswith("text/html")
        agents = httpx.get(f"{page}api/agents").json()["agents"]
        assert {"random", "engine:level=12", "r2:seconds=0.5", "r4:depth=1"} <= {
            agent["description"] for agent in agents
        }
        assert httpx.get(f"{page}api/about").json()["analysis_seconds"] == 30
        second = obversi("web", "--db", str(database), "--port", "0", "--no-open")
        assert second.exit_code == 2
        assert "served by another process" in second.stderr
        process.send_signal(signal.SIGINT)
        output, events = process.communicate(timeout=120)
        assert process.returncode == 0
    assert (output, events) == ("", "")


@pytest.mark.long
def test_sigterm_drains_and_the_log_is_json(tmp_path: Path) -> None:
    options = ("--log-format", "json", "--metrics-port", "0", "--drain", "30")
    with app_process(tmp_path / "games.db", *options) as process:
        page = page_of(process)
        assert process.stdout is not None
        process.stdout.readline()
        metrics = re.fullmatch(r"metrics are at (\S+)\n", process.stdout.readline())
        assert metrics
        assert "obversi_ready 1.0" in httpx.get(metrics[1]).text
        assert httpx.get(f"{page}readyz").json() == {"ready": True}
        httpx.get(f"{page}api/about")
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=120)
        assert process.returncode == 0
    events = [json.loads(line) for line in log.splitlines()]
    assert [each["event"] for each in events] == ["opened", "request", "draining", "ended"]
    assert events[1]["route"] == "/api/about"
    assert "127.0.0.1" not in log


@pytest.mark.long
def test_its_limits_can_be_set(tmp_path: Path) -> None:
    with app_process(tmp_path / "games.db", "--lines-port", "0", "--rate", "12") as process:
        page_of(process)
        assert process.stdout is not None
        [port] = re.findall(r":(\d+) ", process.stdout.readline())
        with socket.create_connection(("127.0.0.1", int(port))) as client:
            client.sendall(b'{"type": "hello", "version": 1, "name": "Zoe"}\n')
            welcome = json.loads(client.makefile().readline())
    assert welcome["bounds"]["rate"] == 12


@pytest.mark.long
def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    with app_process(tmp_path / "games.db", "--log-format", "json", "--drain", "3600") as process:
        page = page_of(process)
        host, port = page.removeprefix("http://").rstrip("/").split(":")
        body = b'{"size": 8, "seconds": 3600}'
        with socket.create_connection((host, int(port))) as client:
            head = f"POST /api/perfect HTTP/1.1\r\nHost: {host}:{port}\r\n"
            kind = f"Content-Type: application/json\r\nContent-Length: {len(body) + 1}\r\n\r\n"
            client.sendall((head + kind).encode() + body)  # a byte is missing: it runs
            while httpx.get(f"{page}healthz").status_code != 200:
                pass
            process.send_signal(signal.SIGTERM)
            assert process.stderr is not None
            while json.loads(process.stderr.readline())["event"] != "draining":
                pass
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=60) == -signal.SIGTERM


@pytest.mark.long
def test_it_uses_a_book_and_a_database(tmp_path: Path, store_place: Path | str) -> None:
    write_book(tmp_path / "own.obb", "normal", positions=2)
    write_games(store_place)
    files = ("--book", str(tmp_path / "own.obb"), "--game-database", str(store_place))
    with app_process(tmp_path / "server.db", *files) as process:
        found = httpx.post(f"{page_of(process)}api/explorer", json={}).json()
    assert found["book"]["value"] == Book.open(tmp_path / "own.obb").value(Board())
    assert found["games"] == GAMES


def test_a_book_that_is_none(obversi: Command, tmp_path: Path) -> None:
    (tmp_path / "own.obb").write_text("no book")
    result = obversi("web", "--db", str(tmp_path / "games.db"), "--book", str(tmp_path / "own.obb"))
    assert result.exit_code == 2
    assert result.stderr == f"obversi: {tmp_path / 'own.obb'} is no book of Obversi\n"
    assert not (tmp_path / "games.db").exists()


def test_a_port_that_is_taken(obversi: Command, tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = obversi("web", "--db", str(database), "--port", str(port), "--no-open")
    assert result.exit_code == 2
    assert result.stderr == (
        f"obversi: the server cannot listen on 127.0.0.1:{port}: Address already in use; "
        "--port 0 takes any free one\n"
    )
    assert not database.exists()


def test_an_agent_that_cannot_be_offered(obversi: Command, tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    result = obversi("web", "--db", str(database), "--port", "0", "--agent", "gtp:x")
    assert result.exit_code == 2
    assert "does not run 'gtp:x'" in result.stderr
    assert not database.exists()


def test_a_browser_is_opened_where_there_is_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Any] = []
    monkeypatch.setattr("obversi.cli.web.subprocess.run", lambda *args, **_: opened.append(args))
    monkeypatch.setattr("obversi.cli.web.sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not has_display()
    open_in_browser("http://127.0.0.1:1/")
    assert opened == []

    class Now:
        """A thread that does its work where it is started."""

        def __init__(self, target: Callable[..., None], args: tuple[str, ...], **_: object) -> None:
            self._target, self._args = target, args

        def start(self) -> None:
            self._target(*self._args)

    monkeypatch.setattr("obversi.cli.web.Thread", Now)
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_display()
    open_in_browser("http://127.0.0.1:1/")
    assert opened == [([sys.executable, "-m", "webbrowser", "http://127.0.0.1:1/"],)]


def test_no_browser_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("obversi.cli.web.sys.executable", "/nothing/there")
    open_in_browser("http://127.0.0.1:1/")


def test_other_commands_do_not_wait_for_what_the_app_needs() -> None:
    code = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from obversi.cli import main\n"
        "for command in ([], ['show', 'f5'], ['serve', '--help'], ['web', '--help']):\n"
        "    CliRunner().invoke(main, command)\n"
        "print(*sys.modules)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = set(run.stdout.split())
    assert "obversi.cli.web" in loaded
    assert not loaded & {"fastapi", "starlette", "uvicorn", "pydantic", "obversi.web.app"}


def test_what_fails_in_no_request_is_an_event_too() -> None:
    """Python would write it itself, however much it is, and wait for one who does not read."""
    with _events_on_stderr(quiet=True):
        handlers = logging.getLogger("asyncio").handlers
        assert [handler for handler in handlers if isinstance(handler, EventLog)]
