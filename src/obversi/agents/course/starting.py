"""The start of a student's process, before anything of the student's runs in it."""

import time
from collections.abc import Collection
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from obversi.agents.course.answer import CourseFailureError
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.timed_question import STOP_SECONDS, machine_error
from obversi.agents.failure import Fault
from obversi.errors import MachineError, ObversiError
from obversi.sandbox.error import SandboxError
from obversi.sandbox.layer import Layer
from obversi.sandbox.limits import SandboxLimits
from obversi.sandbox.sandbox import Sandbox

__all__ = ["most_seconds_to_start", "started_sandbox"]

# A sandbox has so long to start, and is tried once more after a rest.
_SECONDS_TO_START: Final = 30.0
_SECONDS_TO_REST: Final = 0.5
_STARTS: Final = 3

# Beside the student's own threads there are the main one and the one that keeps the time.
_OWN_THREADS: Final = 2

# Of the processor time of a game, which ends it only if nothing else does.
_MOST_MOVES: Final = 40
_CORES_USED: Final = 2


def started_sandbox(
    libraries: tuple[str, ...],
    preset: CoursePreset,
    minimum: Collection[Layer],
    without: Collection[Layer],
) -> Sandbox:
    """Start a sandbox with all layers that are wanted, in which these libraries are loaded.

    If that does not work, the libraries are to blame if it works without them, or else nobody is.
    """

    def start(loaded: tuple[str, ...]) -> Sandbox:
        guest = _guest_text() + f"\n\nLIBRARIES = {loaded!r}\n"
        as_root = Layer.PROCESS in minimum
        try:
            sandbox = Sandbox(_limits(preset), guest, without=without, even_as_root=as_root)
            sandbox.start(_seconds_to_start(preset))
        except SandboxError:
            raise
        except ObversiError as error:  # this machine is none for sandboxes
            raise MachineError(str(error)) from error
        return sandbox

    try:
        sandbox = start(libraries)
    except SandboxError:
        time.sleep(_SECONDS_TO_REST)
        try:
            sandbox = start(libraries)
        except SandboxError as error:
            if libraries:
                with suppress(SandboxError):
                    start(()).end()
                    words = f"what it imports cannot be used here ({', '.join(libraries)}): {error}"
                    raise CourseFailureError(Fault.ERROR, words) from error
            raise machine_error(f"no sandbox can be started: {error}") from error
    if missing := set(minimum) - set(sandbox.layers):
        sandbox.end()
        names = ", ".join(sorted(layer.value for layer in missing))
        raise MachineError(f"this machine does not give the layers of the sandbox: {names}")
    return sandbox


def most_seconds_to_start(preset: CoursePreset) -> float:
    """Return how long all tries to start a sandbox may take together."""
    return _STARTS * (_seconds_to_start(preset) + _SECONDS_TO_REST)


def _seconds_to_start(preset: CoursePreset) -> float:
    return max(preset.load_seconds, _SECONDS_TO_START)


def _limits(preset: CoursePreset) -> SandboxLimits:
    moves = _MOST_MOVES * (preset.move_seconds + STOP_SECONDS)
    thinking = max(moves, preset.game_seconds or 0.0) + preset.warm_up_seconds
    return SandboxLimits(
        memory_mb=preset.memory_mb,
        processor_seconds=_CORES_USED * (thinking + preset.load_seconds),
        file_mb=preset.scratch_mb,
        scratch_mb=preset.scratch_mb,
        threads=preset.threads + _OWN_THREADS,
        output_kb=preset.output_kb,
    )


@cache
def _guest_text() -> str:
    return (Path(__file__).parent / "guest.py").read_text(encoding="utf-8")
