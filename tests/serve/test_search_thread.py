import signal
import threading

import pytest

import obversi as ob
from obversi.serve.search import SearchThread


def endless(engine: ob.Engine) -> SearchThread:
    return SearchThread(
        engine, lambda: [*engine.stream(ob.Board(), ob.Limit(seconds=3600))].clear()
    )


def is_searching() -> bool:
    return any(thread.name == "searching" for thread in threading.enumerate())


def test_a_search_is_stopped_even_before_it_begins(engine: ob.Engine) -> None:
    for _ in range(20):
        endless(engine).stop()
    assert not is_searching()


def test_ctrl_c_while_waiting_leaves_nothing_behind(engine: ob.Engine) -> None:
    thread = endless(engine)
    main = threading.main_thread().ident
    assert main is not None
    press = threading.Timer(0.05, signal.pthread_kill, (main, signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - it may come at once
        press.start()
        thread.finish()
    assert is_searching()
    thread.stop()
    press.join()
    assert not is_searching()
    assert engine.analyse(ob.Board(), ob.Limit(depth=1)).depth == 1


def test_what_it_fails_by_is_raised_once(engine: ob.Engine) -> None:
    def fail() -> None:
        raise BrokenPipeError

    thread = SearchThread(engine, fail)
    with pytest.raises(BrokenPipeError):
        thread.finish()
    thread.stop()
