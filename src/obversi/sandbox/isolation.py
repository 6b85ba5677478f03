"""A process with the layers around it: how they are set up and removed."""

import base64
import json
import math
import os
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from obversi.errors import MachineError
from obversi.sandbox.bubblewrap import (
    NOBODY,
    SCRATCH_INSIDE,
    bubblewrap_command,
    no_namespaces_reason,
    no_nobody_reason,
    scratch_can_be_in_memory,
)
from obversi.sandbox.cgroup import THREADS_TO_SPARE, Cgroup, remove_stale_cgroups
from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.monitor import MOST_FILES, number_inside
from obversi.sandbox.owner import OWNER_VARIABLE, kill_orphans_once, kill_strays, owner_mark
from obversi.sandbox.process import SandboxProcess
from obversi.sandbox.readable import inside_source, interpreter, landlock_rules, packages
from obversi.sandbox.scratch import (
    ScratchUse,
    folder_use,
    new_scratch_folder,
    own_file_system_use,
    remove_folder,
    remove_stale_folders,
)
from obversi.sandbox.seccomp import no_filter_reason, seccomp_filter
from obversi.sandbox.settings import Layer, SandboxLimits

# A step that belongs to no layer: all layers need it.
PRIVILEGES = "privileges"

_MEGABYTE = 1 << 20
_STACK_BYTES = 64 * _MEGABYTE

# Libraries that would start a thread for each core.
_LIBRARIES_WITH_THREADS = ("OMP", "OPENBLAS", "MKL", "NUMBA", "VECLIB", "NUMEXPR")


def environment(scratch: str) -> dict[str, str]:
    """Return the environment variables of the process."""
    return {
        **{f"{library}_NUM_THREADS": "1" for library in _LIBRARIES_WITH_THREADS},
        **dict.fromkeys(("HOME", "TMPDIR", "NUMBA_CACHE_DIR", "MPLCONFIGDIR"), scratch),
        "PYTHONHASHSEED": "0",  # the same sets in every run
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
    }


def plan(
    layers: Collection[Layer], limits: SandboxLimits, process: int, scratch: str, script: str
) -> bytes:
    """Return the first message to `inside.run`; `process` is its number on the host."""
    in_namespaces = Layer.NAMESPACES in layers
    steps: list[tuple[str, dict[str, Any]]] = []
    if Layer.LIMITS in layers:
        # Linux counts threads per user, which is useful in a user namespace only.
        counts_threads = in_namespaces and Layer.NOBODY not in layers
        steps.append((Layer.LIMITS, _system_limits(limits, counts_threads)))
    if Layer.NOBODY in layers:
        steps.append((Layer.NOBODY, {"user": NOBODY, "group": NOBODY}))
    if sys.platform == "linux":
        steps.append((PRIVILEGES, {"parent": 1 if in_namespaces else os.getpid()}))
    if Layer.LANDLOCK in layers:
        steps.append((Layer.LANDLOCK, landlock_rules(scratch)))
    if Layer.SECCOMP in layers:
        program = seccomp_filter(number_inside(process))
        steps.append((Layer.SECCOMP, {"filter": base64.b64encode(program).decode()}))
    content = {
        "path": [str(path) for path in packages()],
        "scratch": scratch,
        "script": base64.b64encode(script.encode()).decode(),
        "steps": [{"name": str(name), "settings": settings} for name, settings in steps],
    }
    return json.dumps(content).encode()


def _system_limits(limits: SandboxLimits, counts_threads: bool) -> dict[str, int]:
    """Return resource limits by their names.

    The limit on memory is generous, since allocated memory counts even if it is not used. It stops
    huge allocations at once.
    """
    found = {
        "CPU": math.ceil(limits.processor_seconds) + 1,
        "DATA": int((4 * limits.memory_mb + 256) * _MEGABYTE),
        "FSIZE": int(limits.file_mb * _MEGABYTE),
        "NOFILE": limits.open_files,
        "STACK": _STACK_BYTES,
        **dict.fromkeys(("CORE", "MEMLOCK", "MSGQUEUE", "RTPRIO"), 0),
    }
    return {**found, "NPROC": limits.threads + THREADS_TO_SPARE} if counts_threads else found


# No modules from the current folder or the user's folder, no byte code files, no buffering.
_PYTHON_FLAGS = ("-P", "-s", "-S", "-B", "-u", "-X", "utf8")

# Without any of these layers, code that runs as root can use all files.
_FILE_LAYERS = (Layer.NAMESPACES, Layer.NOBODY, Layer.LANDLOCK)


class Isolation:
    """A process in layers; `layers` are those in use, `missing` says why others are not."""

    def __init__(
        self, limits: SandboxLimits, without: Collection[Layer], *, even_as_root: bool = False
    ) -> None:
        """Choose the layers; `launch` starts the process."""
        self._limits = limits
        self._may_be_root = even_as_root or any(layer in without for layer in _FILE_LAYERS)
        self._owner = os.getpid()
        self._folder: Path | None = None
        self._cgroup: Cgroup | None = None
        self.missing = _known_reasons(without)
        self.process = SandboxProcess()
        self.scratch = SCRATCH_INSIDE

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers that are in use, or will be."""
        return tuple(layer for layer in Layer if layer not in self.missing)

    @property
    def number(self) -> int:
        """The number of the process inside, as the host sees it."""
        assert self.process.number is not None
        return self.process.number

    def launch(self, deadline: float) -> None:
        """Start Python, which waits for the plan."""
        kill_orphans_once()
        remove_stale_folders()
        in_namespaces = Layer.NAMESPACES not in self.missing
        if not (in_namespaces and scratch_can_be_in_memory()):
            self._folder = new_scratch_folder(None if Layer.NOBODY in self.missing else NOBODY)
        if in_namespaces:
            self._launch_in_namespaces(deadline)
        else:
            self.scratch = str(self._folder)
            self.process.launch(self._command(), environment(self.scratch))
        with suppress(OSError):  # if the machine runs out of memory, this process is killed first
            Path(f"/proc/{self.number}/oom_score_adj").write_text("900")
        if Layer.CGROUP not in self.missing:
            self._join_cgroup()

    def plan(self, script: str) -> bytes:
        """Return the message that the process waits for: the locks, and the script to run."""
        return plan(self.layers, self._limits, self.number, self.scratch, script)

    def note_failures(self, reasons: Mapping[str, str]) -> None:
        """Store why layers could not be set up from the inside."""
        if reasons.get(PRIVILEGES):
            raise SandboxError(Cause.START, reasons[PRIVILEGES])
        for layer in Layer:
            if reasons.get(layer):
                self.missing[layer] = reasons[layer]
        if not self._may_be_root and {*_FILE_LAYERS} <= self.missing.keys() and _is_root():
            reasons = {layer: self.missing[layer] for layer in _FILE_LAYERS}
            raise MachineError(_root_words(reasons))

    @property
    def memory_ran_out(self) -> bool:
        """Whether the kernel killed the process for its memory."""
        return self._cgroup is not None and self._cgroup.memory_ran_out

    def group_mb(self) -> float | None:
        """Return the memory of the control group, or None if there is none."""
        return None if self._cgroup is None else self._cgroup.memory_mb

    def scratch_use(self) -> ScratchUse | None:
        """Return the use of the scratch folder, or None if it cannot be seen."""
        if self._folder is None:
            return own_file_system_use(self.number, self.scratch)
        return folder_use(str(self._folder), self.scratch, self.number, MOST_FILES)

    def end(self) -> None:
        """End all processes inside and remove the layers; a fork of the owner closes files only."""
        is_owner = os.getpid() == self._owner
        if is_owner and self._cgroup is not None:
            self._cgroup.kill()
        self.process.end()
        if not is_owner:
            return
        can_have_strays = {Layer.NAMESPACES, Layer.SECCOMP, Layer.CGROUP} <= self.missing.keys()
        if self._folder is not None and can_have_strays:
            kill_strays(self._folder)
        if self._cgroup is not None:
            self._cgroup.remove()
            self._cgroup = None
        if self._folder is not None:
            remove_folder(self._folder)
            self._folder = None

    def _command(self) -> list[str]:
        files = [str(file) for file in self.process.files_inside]
        return [str(interpreter()), *_PYTHON_FLAGS, "-c", inside_source(), *files]

    def _launch_in_namespaces(self, deadline: float) -> None:
        def command(info_file: int) -> list[str]:
            return bubblewrap_command(
                self._command(),
                self._limits,
                keeps_user=Layer.NOBODY not in self.missing,
                folder=self._folder,
                info_file=info_file,
            )

        variables = environment(self.scratch) | {OWNER_VARIABLE: owner_mark()}
        self.process.launch_wrapped(command, variables, deadline)

    def _join_cgroup(self) -> None:
        remove_stale_cgroups()
        try:
            self._cgroup = Cgroup(self._limits)
            self._cgroup.add(self.number)
        except OSError as error:
            self.missing[Layer.CGROUP] = error.strerror or str(error)
            if self._cgroup is not None:
                with suppress(OSError):
                    self._cgroup.remove()
                self._cgroup = None


def _known_reasons(without: Collection[Layer]) -> dict[Layer, str]:
    """Return why layers are missing, as far as that is known before the start."""
    missing = dict.fromkeys(without, "it was switched off")
    if Layer.NAMESPACES not in missing and (reason := no_namespaces_reason()):
        missing[Layer.NAMESPACES] = reason
    in_namespaces = Layer.NAMESPACES not in missing
    if Layer.NOBODY not in missing and (reason := no_nobody_reason(in_namespaces)):
        missing[Layer.NOBODY] = reason
    if Layer.SECCOMP not in missing and (reason := no_filter_reason()):
        missing[Layer.SECCOMP] = reason
    if sys.platform != "linux":
        missing |= dict.fromkeys((Layer.LANDLOCK, Layer.CGROUP), "only Linux has it")
    missing.pop(Layer.PROCESS, None)
    return missing


def _is_root() -> bool:
    return os.geteuid() == 0


def _root_words(reasons: Mapping[str, str]) -> str:
    why = "; ".join(f"{layer}: {reason}" for layer, reason in reasons.items())
    return (
        f"untrusted code would run as root here, with access to all files ({why}): run this as "
        "another user, or install the package bubblewrap; to accept the risk, require the layer "
        f"'{Layer.PROCESS}' by its name"
    )
