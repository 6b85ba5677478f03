"""Weights are read before the first request needs them, and no request waits for that."""

import threading

import pytest

import obversi as ob
from obversi.net.workers import pool as warming
from obversi.rules import Rules


def test_all_games_are_read_and_the_usual_size_first(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[int, str]] = []
    go_on, done = threading.Event(), threading.Event()

    def evaluation(size: int, rules: Rules) -> None:
        go_on.wait()
        read.append((size, rules))
        if len(read) == 6:
            done.set()
        if size == 6:
            raise ob.ObversiError("the file is damaged")

    monkeypatch.setattr(warming, "evaluation", evaluation)
    warming.preload_weights()
    assert read == []  # it has returned nevertheless
    [reader] = [thread for thread in threading.enumerate() if thread.name == "reader of weights"]
    assert reader.daemon  # the end of the program does not wait for it
    go_on.set()
    assert done.wait(60)
    assert read[:2] == [(8, "normal"), (8, "reversed")]
    assert len(set(read)) == 6
