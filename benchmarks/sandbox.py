"""What the sandbox costs: to start a process with NumPy, and to ask it for a move.

Beside it is a plain process of the same Python, asked over a plain pipe. All take turns, so that
what else the machine does harms all alike.
"""

import subprocess
import time
from collections.abc import Callable, Collection
from functools import partial
from statistics import median

from measure import options, report

from obversi.cli.progress import Steps, progress
from obversi.sandbox import Sandbox, SandboxLimits, missing_layers
from obversi.sandbox.conversation import framed
from obversi.sandbox.isolation import environment
from obversi.sandbox.readable import interpreter, packages
from obversi.sandbox.settings import Layer

# Requests and answers have the size of a board.
QUESTION = bytes(600)

PROGRAM = """
import numpy

def main(receive, send, scratch):
    send(b"ready")
    while True:
        send(receive())
"""

PLAIN = """
import sys
sys.path += sys.argv[1:]
import numpy

def receive():
    return sys.stdin.buffer.read(int.from_bytes(sys.stdin.buffer.read(4), "big"))

def send(message):
    sys.stdout.buffer.write(len(message).to_bytes(4, "big") + message)
    sys.stdout.buffer.flush()

send(b"ready")
while True:
    send(receive())
"""

SECONDS = 60.0

# Layers that are switched off.
SETS: dict[str, Collection[Layer]] = {
    "all layers": (),
    "without namespaces": (Layer.NAMESPACES,),
    "without landlock": (Layer.LANDLOCK,),
    "without seccomp": (Layer.SECCOMP,),
    "without cgroup": (Layer.CGROUP,),
    "process alone": [layer for layer in Layer if layer != Layer.PROCESS],
}


class PlainProcess:
    """A plain Python process."""

    def __init__(self) -> None:
        """Take nothing; `start` does it."""
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Wait until NumPy is there."""
        folders = [str(path) for path in packages()]
        self._process = subprocess.Popen(
            [str(interpreter()), "-P", "-s", "-S", "-B", "-c", PLAIN, *folders],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment("/"),  # or else NumPy's library would start threads
        )
        self.answer()

    def ask(self) -> None:
        """Ask, and wait for the answer."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(framed(QUESTION))
        self._process.stdin.flush()
        self.answer()

    def answer(self) -> bytes:
        """Wait for a message."""
        assert self._process is not None
        assert self._process.stdout is not None
        length = int.from_bytes(self._process.stdout.read(4), "big")
        return self._process.stdout.read(length)

    def end(self) -> None:
        """Kill it."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate()


class Boxed:
    """The same in a sandbox, asleep between questions."""

    def __init__(self, without: Collection[Layer]) -> None:
        """Switch layers off."""
        self.sandbox = Sandbox(SandboxLimits(processor_seconds=3600), PROGRAM, without=without)

    def start(self) -> None:
        """Wait until NumPy is there."""
        self.sandbox.start(SECONDS)
        self.sandbox.sleep()

    def ask(self) -> None:
        """Wake it, ask, wait for the answer, and let it sleep."""
        self.sandbox.send(QUESTION)
        self.sandbox.receive(SECONDS)
        self.sandbox.sleep()

    def end(self) -> None:
        """End it with all its walls."""
        self.sandbox.end()


Kinds = dict[str, Callable[[], PlainProcess | Boxed]]


def main() -> None:
    parser = options((__doc__ or "").partition("\n")[0])
    parser.add_argument("--starts", type=int, default=30, help="starts of each kind")
    parser.add_argument("--moves", type=int, default=1000, help="questions to each kind")
    arguments = parser.parse_args()
    missing = missing_layers()
    kinds: Kinds = {"plain process": PlainProcess}
    kinds |= {name: partial(Boxed, without) for name, without in SETS.items()}
    with progress("starts and moves", arguments.starts + arguments.moves) as step:
        starts, ends, held = measured_starts(kinds, arguments.starts, step)
        moves = measured_moves(kinds, arguments.moves, step)
    plain_start, plain_move = starts.pop("plain process"), moves.pop("plain process")
    figures = {
        "missing": {str(layer): reason for layer, reason in missing.items()},
        "starts": arguments.starts,
        "moves": arguments.moves,
        "plain_process": {"start_ms": summary(plain_start), "move_ms": summary(plain_move)},
        "sandbox": {
            name: {
                "layers": held[name],
                "start_ms": summary(starts[name]),
                "start_overhead_ms": beside(starts[name], plain_start),
                "end_ms": summary(ends[name]),
                "move_ms": summary(moves[name]),
                "move_overhead_ms": beside(moves[name], plain_move),
            }
            for name in SETS
        },
    }
    report("sandbox", figures, arguments.save)


def measured_starts(
    kinds: Kinds, rounds: int, step: Steps
) -> tuple[dict[str, list[float]], dict[str, list[float]], dict[str, list[str]]]:
    starts: dict[str, list[float]] = {name: [] for name in kinds}
    ends: dict[str, list[float]] = {name: [] for name in kinds}
    held: dict[str, list[str]] = {}
    for _ in range(rounds):
        for name, make in kinds.items():
            begin = time.perf_counter()
            process = make()
            process.start()
            starts[name].append(time.perf_counter() - begin)
            if isinstance(process, Boxed):
                held[name] = [str(layer) for layer in process.sandbox.layers]
            begin = time.perf_counter()
            process.end()
            ends[name].append(time.perf_counter() - begin)
        step()
    return starts, ends, held


def measured_moves(kinds: Kinds, rounds: int, step: Steps) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {name: [] for name in kinds}
    processes = {name: make() for name, make in kinds.items()}
    for process in processes.values():
        process.start()
    for _ in range(rounds):
        for name, process in processes.items():
            begin = time.perf_counter()
            process.ask()
            found[name].append(time.perf_counter() - begin)
        step()
    for process in processes.values():
        process.end()
    return found


def summary(seconds: list[float]) -> dict[str, float]:
    """Return the median and the worst, in milliseconds."""
    return {"median": round(median(seconds) * 1000, 3), "worst": round(max(seconds) * 1000, 3)}


def beside(seconds: list[float], plain: list[float]) -> float:
    """Return what the median has more than that of plain processes, in milliseconds."""
    return round((median(seconds) - median(plain)) * 1000, 3)


if __name__ == "__main__":
    main()
