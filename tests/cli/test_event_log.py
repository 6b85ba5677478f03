"""The log of events of a server, which never blocks the server."""

import logging
import os
import select
import threading
from collections.abc import Iterator

import pytest

from obversi.cli.hosting import EventLog


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


def logger_with(log: EventLog) -> logging.Logger:
    logger = logging.Logger("of this test")  # no other one receives it
    logger.addHandler(log)
    return logger


def test_lines_come_in_their_order(pipe: tuple[int, int]) -> None:
    log = EventLog(pipe[1])
    logger = logger_with(log)
    for number in range(3):
        logger.info("%d is Zoë", number)
    log.close()
    assert os.read(pipe[0], 4096).decode() == "0 is Zoë\n1 is Zoë\n2 is Zoë\n"


def test_a_log_that_is_not_read_blocks_only_its_thread(
    pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("obversi.cli.hosting._LINES_AT_ONCE", 10_000)
    monkeypatch.setattr("obversi.cli.hosting._LAST_SECONDS", 0.01)
    log = EventLog(pipe[1])
    logger = logger_with(log)
    line = 1000 * "a"
    for _ in range(2000):  # a pipe holds 64 of them, and the log 1000
        logger.info(line)
    log.close()
    # Then the pipe is read after all: the thread must end before its pipe is closed, as the next
    # one to be opened would get what it still writes.
    monkeypatch.setattr("obversi.cli.hosting._LAST_SECONDS", 60)
    closing = threading.Thread(target=log.close)
    closing.start()
    read = 0
    while closing.is_alive():
        if select.select([pipe[0]], [], [], 0.01)[0]:
            read += len(os.read(pipe[0], 1 << 16))
    assert read >= 1000 * len(line)


def test_a_crowd_does_not_fill_a_disk_nor_hide_a_failure(pipe: tuple[int, int]) -> None:
    log = EventLog(pipe[1])
    logger = logger_with(log)
    for _ in range(20_000):
        logger.info("a")
    logger.warning("it has failed")
    log.close()
    text = os.read(pipe[0], 1 << 16).decode()
    assert text.count("a\n") < 5000
    assert " lines are left out)\nit has failed\n" in text
