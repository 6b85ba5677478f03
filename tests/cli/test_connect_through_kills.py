"""``obversi connect`` while the server is killed and comes back."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from pseudo_terminal import PseudoTerminal
from server_process import server_process

Process = Callable[..., "subprocess.Popen[str]"]


@pytest.mark.long
def test_games_resume_through_two_kills(start_obversi: Process, tmp_path: Path) -> None:
    """A move that is typed while the server is away is made, and a slow agent is not stopped."""
    database = tmp_path / "games.db"
    with server_process(database) as server:
        port = server.addresses["lines"].rpartition(":")[2]
        arguments = ["connect", "127.0.0.1", port, "--against", "greedy", "--size", "4"]
        slow = ["--agent", "mcts:seconds=0.3", "--color", "black"]
        agent = start_obversi(*arguments, *slow, stderr=subprocess.STDOUT)
        person = PseudoTerminal(*arguments, "--color", "black", "--name", "ada")
        with person:
            person.wait_for("black> ")
            assert agent.stdout is not None
            assert "black is" in agent.stdout.readline()
            for first_words, move in (("b1", "black plays b1"), ("resign", "has resigned")):
                server.kill()
                person.wait_for("trying to connect again")
                person.enter(first_words)
                server.start_again()
                person.wait_for("connected again")
                person.wait_for(move)
                if first_words != "resign":
                    person.wait_for("black> ")
            assert person.end() == 0
            shown, _ = agent.communicate(timeout=120)
    assert agent.returncode == 0, shown
    # The game may be over by the second time, if the machine is slow.
    assert 1 <= shown.count("connected again") <= 2
    assert "discs win)" in shown
