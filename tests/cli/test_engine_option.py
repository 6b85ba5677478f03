"""``--engine`` of the servers: how they wait for a scheduler that does not answer."""

import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

Process = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def silent() -> Iterator[str]:
    """Listen, and answer nobody."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"tcp://127.0.0.1:{listener.getsockname()[1]}"


@pytest.mark.long
@pytest.mark.parametrize("command", ["serve", "web"])
def test_ctrl_c_ends_the_wait_for_a_scheduler(
    start_obversi: Process, tmp_path: Path, silent: str, command: str
) -> None:
    process = start_obversi(command, "--engine", silent, "--port", "0", cwd=tmp_path)
    assert process.stderr is not None
    assert process.stderr.readline().endswith(f" connecting to {silent}\n")
    process.send_signal(signal.SIGINT)
    output, complaint = process.communicate(timeout=120)
    assert (process.returncode, output, complaint) == (130, "", "obversi: interrupted\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.long
def test_no_scheduler_is_one_line(start_obversi: Process, tmp_path: Path, silent: str) -> None:
    process = start_obversi("serve", "--engine", silent, "--quiet", "--port", "0", cwd=tmp_path)
    output, complaint = process.communicate(timeout=120)
    assert (process.returncode, output) == (2, "")
    assert complaint == (
        f"obversi: there is no Dask scheduler at '{silent}': no answer within 10 s\n"
    )
