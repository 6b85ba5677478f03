"""A process with the walls around it: how they are put up and taken down."""

import os
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path

from obversi.errors import MachineError
from obversi.sandbox.bubblewrap import NOBODY, SCRATCH_INSIDE, bubblewrap_command
from obversi.sandbox.cgroup import Cgroup, remove_stale_cgroups
from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.guard import MOST_FILES
from obversi.sandbox.inside import script
from obversi.sandbox.layer import Layer
from obversi.sandbox.limits import SandboxLimits
from obversi.sandbox.owner import OWNER_VARIABLE, owner_mark
from obversi.sandbox.plan import PRIVILEGES, environment, plan
from obversi.sandbox.process import SandboxProcess
from obversi.sandbox.readable import interpreter
from obversi.sandbox.scratch import new_scratch_folder, remove_folder, remove_stale_folders
from obversi.sandbox.scratch_use import ScratchUse, folder_use, own_file_system_use
from obversi.sandbox.seccomp import no_filter_reason
from obversi.sandbox.strays import kill_orphans_once, kill_strays
from obversi.sandbox.tries import (
    no_namespaces_reason,
    no_nobody_reason,
    scratch_can_be_in_memory,
)

__all__ = ["Cell"]

# No module of the folder it runs in or of the user's, no byte code written, no output held back.
_PYTHON_FLAGS = ("-P", "-s", "-S", "-B", "-u", "-X", "utf8")

# One of these has to keep code inside from the files of root.
_BEFORE_FILES = (Layer.NAMESPACES, Layer.NOBODY, Layer.LANDLOCK)


class Cell:
    """One process; `layers` are the walls that stand, `missing` says why others do not."""

    def __init__(
        self, limits: SandboxLimits, without: Collection[Layer], *, even_as_root: bool = False
    ) -> None:
        """Choose the walls; `launch` starts the process."""
        self._limits = limits
        self._may_be_root = even_as_root or any(layer in without for layer in _BEFORE_FILES)
        self._owner = os.getpid()
        self._folder: Path | None = None
        self._cgroup: Cgroup | None = None
        self.missing = _reasons_before(without)
        self.process = SandboxProcess()
        self.scratch = SCRATCH_INSIDE

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The walls that stand, or will."""
        return tuple(layer for layer in Layer if layer not in self.missing)

    @property
    def number(self) -> int:
        """The number of the process inside."""
        assert self.process.number is not None
        return self.process.number

    def launch(self, deadline: float) -> None:
        """Start Python, which waits for its plan."""
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
        with suppress(OSError):  # where memory runs out for all, it is the first to go
            Path(f"/proc/{self.number}/oom_score_adj").write_text("900")
        if Layer.CGROUP not in self.missing:
            self._join_cgroup()

    def plan(self, guest: str) -> bytes:
        """Return the message that the inside waits for."""
        return plan(self.layers, self._limits, self.number, self.scratch, guest)

    def note(self, reasons: Mapping[str, str]) -> None:
        """Note why walls could not be put up from the inside."""
        if reasons.get(PRIVILEGES):
            raise SandboxError(Cause.START, reasons[PRIVILEGES])
        for layer in Layer:
            if reasons.get(layer):
                self.missing[layer] = reasons[layer]
        if not self._may_be_root and {*_BEFORE_FILES} <= self.missing.keys() and _is_root():
            reasons = {layer: self.missing[layer] for layer in _BEFORE_FILES}
            raise MachineError(_root_words(reasons))

    @property
    def memory_ran_out(self) -> bool:
        """Whether the kernel killed the process for its memory."""
        return self._cgroup is not None and self._cgroup.memory_ran_out

    def scratch_use(self) -> ScratchUse | None:
        """Return what is in the scratch folder, if that can be seen."""
        if self._folder is None:
            return own_file_system_use(self.number, self.scratch)
        return folder_use(str(self._folder), self.scratch, self.number, MOST_FILES)

    def end(self) -> None:
        """Kill all that is inside and take the walls down; only who put them up does that."""
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
        return [str(interpreter()), *_PYTHON_FLAGS, "-c", script("loader"), *files]

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


def _reasons_before(without: Collection[Layer]) -> dict[Layer, str]:
    """Return why walls cannot be put up, as far as that is known before a process is there."""
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
    told = "; ".join(f"{layer}: {reason}" for layer, reason in reasons.items())
    return (
        f"code that nobody trusts would run as root here, with no wall before any file ({told}): "
        "run this as another user, or install the package bubblewrap; whoever wants it as it is "
        f"demands the layer '{Layer.PROCESS}' by its name"
    )
