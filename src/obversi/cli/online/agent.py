"""A game on a server, played by an agent."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from obversi.errors import InputError, ObversiError
from obversi.net.agent_player import AgentPlayer
from obversi.net.client_connection import RejectedError
from obversi.net.online_game import OnlineGame
from obversi.wire.session import End, Start

Result = TypeVar("Result")


async def play_by_agent(agent: AgentPlayer, game: OnlineGame) -> End:
    """Let an agent play a game to its end; if it fails, it resigns."""
    begun: Start | None = None
    async for board in game.turns():
        start = await game.begun()
        if begun is None or (start is not begun and start.ply == 0):
            clock = None if start.clock is None else start.clock.seconds
            await _resigning_on_failure(
                agent, game, agent.begin(board.size, board.rules, board.turn, clock)
            )
        begun = start
        move = await _resigning_on_failure(
            agent, game, agent.choose(board, game.seconds_left(board.turn))
        )
        if not (game.is_my_turn and game.board == board):
            continue  # the game is over, or another one
        try:
            await game.play(move)
        except RejectedError:
            if game.is_my_turn and game.board == board:
                raise
    return await game.finished()


async def _resigning_on_failure(
    agent: AgentPlayer, game: OnlineGame, doing: Awaitable[Result]
) -> Result:
    """Await an agent; if it fails, resign and raise an input error."""
    try:
        return await doing
    except Exception as error:
        with suppress(ObversiError):
            await game.resign()
        reason = str(error) or type(error).__name__
        raise InputError(f"agent {agent.name!r} failed and resigned: {reason}") from error


_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class MainThread(Executor):
    """Makes calls in the main thread that an event loop in another thread submits.

    Ctrl-C ends the search of every agent only in the main thread.
    """

    def __init__(self) -> None:
        """Make an empty queue."""
        self._works: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    def submit(
        self,
        fn: Callable[_Parameters, _Result],
        /,
        *args: _Parameters.args,
        **kwargs: _Parameters.kwargs,
    ) -> Future[_Result]:
        """Queue a call."""
        future: Future[_Result] = Future()

        def work() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = fn(*args, **kwargs)
            except Exception as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        self._works.put(work)
        return future

    def run(self, session: Coroutine[Any, Any, None]) -> None:
        """Run a session in another thread until its end, and raise its exception.

        Ctrl-C ends the running call, and lets the session end in an orderly way.
        """
        begun: Future[Callable[[], object]] = Future()
        ended: Future[None] = Future()
        thread = Thread(target=self._run_session, args=(session, begun, ended))
        thread.start()
        interrupt = None
        while True:
            try:
                while (work := self._works.get()) is not None:
                    work()
                break
            except KeyboardInterrupt as error:
                interrupt = error
                with suppress(RuntimeError):  # the session has just ended
                    begun.result()()
        thread.join()
        if interrupt is not None:
            raise interrupt
        ended.result()

    def _run_session(
        self,
        session: Coroutine[Any, Any, None],
        begun: Future[Callable[[], object]],
        ended: Future[None],
    ) -> None:
        async def begin() -> None:
            loop, task = asyncio.get_running_loop(), asyncio.current_task()
            assert task is not None
            begun.set_result(partial(loop.call_soon_threadsafe, task.cancel))
            await session

        try:
            ended.set_result(asyncio.run(begin()))
        except BaseException as error:
            ended.set_exception(error)
        finally:
            self._works.put(None)
