"""``obversi connect``: a person or an agent at a server, ours or one of CS621."""

import asyncio
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from cs621_peers import CourseServer, Peer, at_random
from game_server import serving
from pseudo_terminal import PseudoTerminal

from obversi.net.client import Client
from obversi.rules import Rules

Command = Callable[..., Result]
Process = Callable[..., "subprocess.Popen[str]"]

# Typing all of them, again and again, makes some legal move each turn.
EVERY_SQUARE = "".join(f"{column}{row}\n" for row in "1234" for column in "abcd")


class ServerThread(threading.Thread):
    """A server with a thread and a loop of its own."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._address: Future[str] = Future()
        self._loop = asyncio.new_event_loop()
        self._end = asyncio.Event()

    def run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        async with serving() as server:
            self._address.set_result(server.address)
            await self._end.wait()

    @property
    def port(self) -> str:
        return self._address.result(60).rpartition(":")[2]

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self.join(60)

    def do(self, work: Callable[[Client], Any]) -> Any:
        """Let a client of the library do something there."""

        async def visit() -> Any:
            async with Client("127.0.0.1", int(self.port), "bob") as client:
                return await work(client)

        return asyncio.run_coroutine_threadsafe(visit(), self._loop).result(60)


@pytest.fixture(scope="module")
def server() -> Iterator[ServerThread]:
    thread = ServerThread()
    thread.start()
    yield thread
    thread.stop()


def seat_in(shown: str) -> str:
    """Return the game and the token of the printed command to come back."""
    found = re.search(r"--rejoin (\S+)", shown)
    assert found, shown
    return found[1]


def test_a_whole_game_at_the_prompt(obversi: Command, server: ServerThread) -> None:
    for rules, wins in (("normal", "most discs win"), ("reversed", "fewest discs win")):
        result = obversi(
            *("connect", "localhost", server.port, "--against", "random", "--size", "4"),
            *("--color", "white", "--rules", rules, "--name", "ada", "--clock", "100+1"),
            input=20 * EVERY_SQUARE,
        )
        assert result.exit_code == 0, result.stderr
        assert (
            "black is random\nwhite is ada (you)\neach has 1:40 for the game, 1 s" in result.stdout
        )
        assert wins in result.stdout
        assert re.search(r"\nwhite 1:\d\d> \w\d\n", result.stdout)
        assert re.search(r"\nblack plays \w\d and flips \d: \w\d", result.stdout)
        assert re.search(r"\nclocks: black \d:\d\d, white \d:\d\d\n", result.stdout)
        assert re.search(rf"(wins by \d+|draw).*\({wins}\)\n$", result.stdout)


def test_a_game_with_oneself(obversi: Command, server: ServerThread) -> None:
    result = obversi(
        *("connect", "localhost", server.port, "--against", "myself", "--size", "4"),
        *("--name", "ada"),
        input="b1\na1\nundo\nresign\n",
    )
    assert result.exit_code == 0, result.stderr
    assert "black is ada (you)\nwhite is ada (you)\n" in result.stdout
    assert re.search(r"\nblack> b1\n(.*\n)+white> a1\n(.*\n)+black> undo\n", result.stdout)
    assert "black wins: white has resigned" in result.stdout


def test_what_can_be_typed(obversi: Command, server: ServerThread) -> None:
    typed = ["help", "moves", "", "hlp", "d9", "a1", "show", "b1", "undo", "resign"]
    result = obversi(
        *("connect", "localhost", server.port, "--against", "greedy", "--size", "4"),
        *("--color", "black"),
        input="\n".join(typed),
    )
    assert result.exit_code == 0
    for printed in (
        "go back to your last turn",
        "b1 flips 1",
        "did you mean 'help'?",
        "'d9' is neither a square nor a command: type 'help'",
        "'a1' cannot be played",
        "\nblack plays b1 and flips 1: b2\n",
        "resigned",
    ):
        assert printed in result.stdout, printed
    after_undo = result.stdout.rpartition("black> undo\n")[2]
    assert after_undo.startswith("black is ")
    assert "black 2, white 2, empty 12" in after_undo


def test_who_leaves_is_reported_how_to_come_back(obversi: Command, server: ServerThread) -> None:
    arguments = ["connect", "localhost", server.port]
    new = [*arguments, "--against", "greedy", "--size", "4", "--color", "black"]
    for leaving in ("quit\n", ""):
        left = obversi(*new, input=f"b1\n{leaving}")
        assert left.exit_code == 0
        assert f"obversi connect localhost {server.port} --rejoin g-" in left.stdout
        seat = seat_in(left.stdout)
        again = obversi(*arguments, "--rejoin", seat, input="resign\n")
        assert "black is " in again.stdout
        assert "--rejoin" not in again.stdout
        over = obversi(*arguments, "--rejoin", seat)
        assert "white wins: black has resigned" in over.stdout
        assert over.exit_code == 0
    stolen = obversi(*arguments, "--rejoin", f"{seat}x")
    assert stolen.exit_code == 2
    assert "token" in stolen.stderr


def test_agents_play(obversi: Command, server: ServerThread) -> None:
    arguments = ["connect", "localhost", server.port, "--against", "random", "--size", "4"]
    shown = obversi(*arguments, "--agent", "greedy:seed=1", "--rules", "reversed")
    assert shown.exit_code == 0, shown.stderr
    assert "greedy:seed=1 (you)" in shown.stdout
    assert "fewest discs win" in shown.stdout
    several = obversi(*arguments, "--agent", "engine:depth=1", "--games", "3", "--color", "white")
    lines = several.stdout.splitlines()
    assert len(lines) == 4
    assert re.fullmatch(r"game 1: white against random, (won|lost|drawn): .*", lines[0])
    assert re.fullmatch(r"3 games: \d won, \d drawn, \d lost", lines[-1])


def test_an_agent_that_fails_resigns(
    obversi: Command, server: ServerThread, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no_idea.py").write_text("def worth(board):\n    raise LookupError('no idea')\n")
    monkeypatch.syspath_prepend(tmp_path)
    result = obversi(
        *("connect", "localhost", server.port, "--against", "random", "--size", "4"),
        *("--agent", "python:no_idea:worth:depth=1"),
    )
    assert result.exit_code == 2
    assert "failed and resigned" in result.stderr
    assert "no idea" in result.stderr
    assert "resigned" in result.stdout


def test_lists_and_watching(obversi: Command, server: ServerThread) -> None:
    arguments = ["connect", "localhost", server.port]
    assert "there are no games" in obversi(*arguments, "--list").stdout

    async def arrange(client: Client) -> str:
        game = await client.arrange("random", "greedy", size=4)
        await game.finished()
        return game.id

    game = server.do(arrange)
    watched = obversi(*arguments, "--watch", game)
    assert watched.exit_code == 0
    assert watched.stdout.startswith("black is random\nwhite is greedy\n")
    unknown = obversi(*arguments, "--watch", "g-none")
    assert (unknown.exit_code, unknown.stdout) == (2, "")
    assert unknown.stderr == "obversi: there is no game 'g-none'\n"


def test_two_people_meet_on_a_terminal(obversi: Command, server: ServerThread) -> None:
    """One waits in a real terminal, and sees what the other plays while the prompt waits."""
    arguments = ["connect", "127.0.0.1", server.port]
    with PseudoTerminal(*arguments, "--size", "4", "--color", "white", "--name", "ada") as ada:
        ada.wait_for("waiting for an opponent")
        shown = ada.wait_for("\n") + ada.wait_for("\n")
        game = shown.split()[-1]
        listed = obversi(*arguments, "--list").stdout
        assert game in listed
        assert "free" in listed
        assert "engine:level=3" in listed
        ada.enter("b1")
        ada.wait_for("it is not your turn")

        async def accept(client: Client) -> None:
            joined = await client.accept(game)
            await joined.play("b1")
            board = await anext(joined.turns())
            await joined.play(board.legal_moves[0])
            await joined.finished()

        bob = threading.Thread(target=server.do, args=[accept], daemon=True)
        bob.start()
        ada.wait_for("black is bob")
        ada.wait_for("black plays b1 and flips 1")
        ada.wait_for("white> ")
        ada.enter("a1")
        ada.wait_for("black plays")
        ada.wait_for("white> ")
        ada.enter("resign")
        ada.wait_for("black wins: white has resigned")
        assert ada.end() == 0
        bob.join(60)


@pytest.mark.long
def test_ctrl_c_prints_how_to_come_back(start_obversi: Process, server: ServerThread) -> None:
    arguments = ["connect", "localhost", server.port, "--against", "greedy", "--color", "black"]
    process = start_obversi(*arguments)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("black is ")
    process.send_signal(signal.SIGINT)
    shown, complaint = process.communicate()
    assert process.returncode == 130
    assert complaint == "obversi: interrupted\n"
    assert seat_in(shown)


@pytest.mark.long
@pytest.mark.parametrize("options", [[], ["--agent", "greedy"]])
def test_ctrl_c_withdraws_a_game_that_waits(
    start_obversi: Process, server: ServerThread, options: list[str]
) -> None:
    process = start_obversi("connect", "localhost", server.port, "--size", "4", *options)
    assert process.stdout is not None
    process.stdout.readline()
    assert "to join you" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    shown, _ = process.communicate(timeout=120)
    assert (process.returncode, shown) == (130, "the game is withdrawn, as it had no opponent\n")
    assert not any(entry.waiting for entry in server.do(Client.games))


@pytest.mark.long
def test_entries_of_a_list_can_be_told_apart(obversi: Command, server: ServerThread) -> None:
    arguments = ["connect", "127.0.0.1", server.port, "--list"]

    async def look(client: Client) -> tuple[str, str]:
        await client.arrange("level=3", "level=12", rules="reversed", size=8)
        waiting = await client.join(size=4)
        piped = await asyncio.to_thread(lambda: obversi(*arguments).stdout)

        def in_a_window() -> str:
            with PseudoTerminal(*arguments) as terminal:
                assert terminal.end() == 0
            return terminal.text

        window = await asyncio.to_thread(in_a_window)
        await waiting.leave()
        return piped, window

    for shown in server.do(look):
        assert re.search(r"^g-\S+ +level=3 +level=12 +reversed +8×8", shown, re.MULTILINE)
        assert "…" not in shown


@pytest.mark.long
def test_ctrl_c_ends_an_agent_that_would_think_for_long(
    start_obversi: Process, server: ServerThread
) -> None:
    agent = ["--agent", "engine:seconds=3000", "--against", "greedy", "--color", "black"]
    process = start_obversi("connect", "localhost", server.port, *agent)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("black is engine:seconds=3000")
    process.send_signal(signal.SIGINT)
    shown, complaint = process.communicate(timeout=120)
    assert (process.returncode, complaint) == (130, "obversi: interrupted\n")
    assert seat_in(shown)


# CS621


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_a_person_at_a_server_of_cs621(obversi: Command, rules: Rules) -> None:
    course = CourseServer(at_random(3), "BLACK", 4)
    course.start()
    result = obversi(
        *("connect", "127.0.0.1", str(course.port), "--compat", "cs621", "--size", "4"),
        *("--rules", rules, "--name", "ada"),
        input=f"undo\n{20 * EVERY_SQUARE}",
    )
    assert result.exit_code == 0, result.stderr
    course.finished()
    assert course.handle == "ada"
    assert "black is ada (you)\n" in result.stdout
    assert "the wire of CS621 knows no undo" in result.stdout
    assert "--rejoin" not in result.stdout


def test_an_agent_at_a_server_of_cs621(obversi: Command) -> None:
    course = CourseServer(at_random(3), "WHITE", 4)
    course.start()
    port = str(course.port)
    result = obversi(
        *("connect", "127.0.0.1", port, "--compat", "cs621", "--size", "4", "--agent", "greedy")
    )
    assert result.exit_code == 0, result.stderr
    assert course.finished().is_over


def test_a_server_that_cheats_is_named(obversi: Command) -> None:
    class Cheat(CourseServer):
        def serve(self, peer: Peer) -> None:
            peer.send("0 0")
            assert peer.receive() == "close"

    course = Cheat(at_random(0), "BLACK")
    course.start()
    result = obversi("connect", "127.0.0.1", str(course.port), "--compat", "cs621")
    assert result.exit_code == 2
    assert "made a move that is none: '0 0' is illegal" in result.stderr
    course.finished()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--list", "--watch", "g-1"], "--watch and --list exclude each other"),
        (["--watch", "g-1", "--against", "greedy"], "--against means nothing with --watch"),
        (["--compat", "cs621", "--clock", "5"], "--clock means nothing with --compat cs621"),
        (["--rejoin", "g-1:t", "--size", "4"], "--size means nothing with --rejoin"),
        (["--list", "--agent", "greedy"], "--agent means nothing with --list"),
        (["--games", "3"], "--games needs --agent"),
        (["--seed", "3"], "--seed needs --agent"),
        (["--rejoin", "g-1"], "'g-1' is not a seat"),
        (["--clock", "soon"], "'soon' is not a clock"),
        (["--agent", "gredy"], "did you mean 'greedy'?"),
        (["--color", "red"], "red"),
        (["--moves"], "--moves"),
    ],
)
def test_wrong_options(obversi: Command, options: list[str], problem: str) -> None:
    result = obversi("connect", "localhost", "1", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    [line] = result.stderr.splitlines()
    assert problem in line


def test_a_server_that_does_not_answer(obversi: Command) -> None:
    result = obversi("connect", "localhost", "1")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "obversi: no connection to localhost port 1: Connection refused\n"
    assert obversi("connect", "localhost", "70000").exit_code == 2
