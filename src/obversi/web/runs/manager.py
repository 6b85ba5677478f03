"""The runs of a server: a short queue, one process at a time, and a file that stores them.

Everything is called in the event loop.
"""

import asyncio
import json
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any

from obversi.web.http.errors import RequestError
from obversi.web.runs.file import RunFile
from obversi.web.runs.models import LabRun, RunGame, RunReply, StoredRun, TournamentRun

#: The runs that may wait besides the one that is running.
MAX_WAITING = 3

#: The longest time of one run.
MAX_SECONDS = 3600.0

# Older runs are forgotten; their games stay in the arena.
_MOST_RUNS = 20

_CANCELLED = "cancelled; what was played is stored"
_INTERRUPTED = "the server ended before it was finished"
_TOO_LONG = "stopped after an hour; what was played is stored"
_NO_PROCESS = "the server could not start a process for it"
_DIED = "its process ended unexpectedly; what was played is stored"

#: The texts about runs that did not finish.
STATE_TEXTS = (_CANCELLED, _INTERRUPTED, _TOO_LONG, _NO_PROCESS, _DIED)

_ACTIVE = ("waiting", "running")

# Without the current folder in the path, whose files could replace modules.
_PROGRAM = (sys.executable, "-P", "-m", "obversi.web.runs.worker")

_LOG = logging.getLogger(__name__)


class RunManager:
    """Makes runs one after another; those of the last server can be resumed."""

    def __init__(self, arena: Path, lab: Path) -> None:
        """Store tournaments in the database `arena`, and results in the folder `lab`."""
        self._arena, self._lab = arena, lab
        self._file = RunFile(arena.with_name(f"{arena.stem}-runs.json"))
        self._runs = {run.reply.id: run for run in self._file.read()}
        self._stop_all(_INTERRUPTED)
        self._process: Process | None = None
        self._work: asyncio.Task[None] | None = None

    def replies(self) -> list[RunReply]:
        """Return all runs, the last one first."""
        return [run.reply for run in reversed(self._runs.values())]

    def add(self, spec: TournamentRun | LabRun, tournament: int | None = None) -> RunReply:
        """Put a run into the queue; it may be the rest of a tournament."""
        if len(self._in_state("waiting")) >= MAX_WAITING:
            raise RequestError(
                "too many runs are waiting: cancel one, or try again later",
                status=HTTPStatus.TOO_MANY_REQUESTS,
            )
        reply = RunReply(
            id=max(self._runs, default=0) + 1,
            kind="lab" if isinstance(spec, LabRun) else "tournament",
            title=spec.title,
            tournament=tournament,
        )
        self._runs[reply.id] = StoredRun(reply=reply, spec=spec)
        self._forget_old()
        self._file.write(self._runs.values())
        if self._work is None or self._work.done():
            self._work = asyncio.get_running_loop().create_task(self._make_all())
        return reply

    def cancel(self, id: int) -> RunReply:
        """Stop a run, or take it out of the queue."""
        reply = self._run(id).reply
        if reply.state not in _ACTIVE:
            raise RequestError("this run is over already", "id", HTTPStatus.CONFLICT)
        self._change(id, state="cancelled", text=_CANCELLED, game=None)
        if reply.state == "running":
            self._kill()
        return self._run(id).reply

    def resume(self, id: int) -> RunReply:
        """Put the rest of a run that was stopped into the queue; the new run takes its place."""
        run = self._run(id)
        if run.reply.state in (*_ACTIVE, "finished"):
            raise RequestError(
                "only a run that was stopped can be resumed", "id", HTTPStatus.CONFLICT
            )
        spec = run.spec
        if isinstance(spec, LabRun) and run.reply.share > 0:  # the first steps are measured again
            spec = spec.model_copy(update={"new": False})
        reply = self.add(spec, run.reply.tournament)
        self._runs.pop(id, None)
        self._file.write(self._runs.values())
        return reply

    async def close(self) -> None:
        """Stop everything; it can be resumed by the next server."""
        self._stop_all(_INTERRUPTED)
        self._kill()
        if self._work is not None:
            await self._work

    # The process

    async def _make_all(self) -> None:
        while waiting := self._in_state("waiting"):
            await self._make(self._runs[waiting[0]])

    async def _make(self, run: StoredRun) -> None:
        """Make a run to its end, or until it is cancelled."""
        id = run.reply.id
        self._change(id, state="running")
        try:
            self._process = await asyncio.create_subprocess_exec(
                *_PROGRAM, stdin=PIPE, stdout=PIPE, start_new_session=True
            )
        except (OSError, NotImplementedError):  # on Windows this event loop cannot start processes
            _LOG.exception("no process for run %s", id)
            self._end(id, "failed", _NO_PROCESS)
            return
        try:
            async with asyncio.timeout(MAX_SECONDS):
                await self._follow(run, self._process)
            self._end(id, "failed", _DIED)
        except TimeoutError:
            self._end(id, "interrupted", _TOO_LONG)
        finally:
            self._kill()
            await self._process.wait()
            self._process = None

    async def _follow(self, run: StoredRun, process: Process) -> None:
        """Send the process its order, and read its reports until the run is over."""
        assert process.stdin is not None
        assert process.stdout is not None
        order = {
            "arena": str(self._arena),
            "lab": str(self._lab),
            "tournament": run.reply.tournament,
            **run.spec.model_dump(),
        }
        process.stdin.write(json.dumps(order).encode() + b"\n")
        id = run.reply.id
        while self._is_running(id) and (line := await process.stdout.readline()):
            report = json.loads(line)
            if self._is_running(id):
                self._report(id, report)

    def _kill(self) -> None:
        """End the process with all its children."""
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()

    # The runs

    def _run(self, id: int) -> StoredRun:
        if id not in self._runs:
            raise RequestError("there is no such run", "id", HTTPStatus.NOT_FOUND)
        return self._runs[id]

    def _in_state(self, *states: str) -> list[int]:
        return [id for id, run in self._runs.items() if run.reply.state in states]

    def _is_running(self, id: int) -> bool:
        return id in self._in_state("running")

    def _report(self, id: int, report: dict[str, Any]) -> None:
        """Apply a report of the process to a run."""
        if "game" in report:
            report["game"] = RunGame(**report["game"])
        if "state" in report:
            report["game"] = None
        self._change(id, **report)

    def _end(self, id: int, state: str, text: str) -> None:
        """End a run, unless it has ended."""
        if self._is_running(id):
            self._change(id, state=state, text=text, game=None)

    def _stop_all(self, text: str) -> None:
        for id in self._in_state(*_ACTIVE):
            self._change(id, state="interrupted", text=text, game=None)

    def _change(self, id: int, **fields: Any) -> None:
        """Change fields of a run, and store it unless only a little progress is new."""
        before = self._runs[id]
        reply = before.reply.model_copy(update=fields)
        self._runs[id] = before.model_copy(update={"reply": reply})
        is_further = int(100 * reply.share) > int(100 * before.reply.share)
        if is_further or fields.keys() - {"game", "share"}:
            self._file.write(self._runs.values())

    def _forget_old(self) -> None:
        over = [id for id, run in self._runs.items() if run.reply.state not in _ACTIVE]
        for id in over[: max(len(self._runs) - _MOST_RUNS, 0)]:
            del self._runs[id]
