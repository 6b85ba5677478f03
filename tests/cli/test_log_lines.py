"""The log as lines of JSON."""

import json
import logging
import os
from collections.abc import Iterator
from typing import Any

import pytest

from obversi.cli.hosting import EventLog
from obversi.cli.log_lines import JsonLines
from obversi.errors import ObversiError
from obversi.net.operations.events import event


@pytest.fixture
def written() -> Iterator[tuple[logging.Logger, EventLog, int]]:
    ends = os.pipe()
    log = EventLog(ends[1])
    log.setFormatter(JsonLines())
    log.addFilter(JsonLines.has_line)
    logger = logging.Logger("obversi.of_this_test")
    logger.addHandler(log)
    yield logger, log, ends[0]
    for end in ends:
        os.close(end)


def lines_of(log: EventLog, end: int) -> list[dict[str, Any]]:
    log.close()
    return [json.loads(line) for line in os.read(end, 1 << 20).decode().splitlines()]


Written = tuple[logging.Logger, EventLog, int]


def test_an_event_is_a_line_with_its_fields(written: Written) -> None:
    logger, log, end = written
    logger.info("%s is over: Zoe wins", "g1", extra=event("game_over", game="g1", ply=60))
    [line] = lines_of(log, end)
    assert line.pop("time").endswith("Z")
    assert line == {"level": "info", "event": "game_over", "game": "g1", "ply": 60}


def test_texts_with_names_are_left_out(written: Written) -> None:
    logger, log, end = written
    logger.info("%s connected from %s", "Zoe", "192.0.2.1")
    logger.warning("the server failed on a request of %s", "Zoe")
    [line] = lines_of(log, end)
    assert line["event"] == "error"
    assert line["level"] == "warning"
    assert line["text"] == "the server failed on a request of %s"
    assert "Zoe" not in json.dumps(line)


def test_a_failure_says_where_and_not_of_whom(written: Written) -> None:
    logger, log, end = written
    try:
        raise KeyError("Zoe")
    except KeyError:
        logger.exception("the server failed on %r of %s", {"name": "Zoe"}, "Zoe")
    logger.warning("the end of %s cannot be stored: %s", "g1", ObversiError("the disk is full"))
    failed, stored = lines_of(log, end)
    assert failed["exception"] == "KeyError"
    assert __file__ in failed["places"][0]
    assert "Zoe" not in json.dumps(failed)
    assert stored["reason"] == "the disk is full"


def test_lines_above_the_limit_are_counted_in_json(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    logger, log, end = written
    monkeypatch.setattr(log, "_left_out", 7)
    logger.info("%s", "x", extra=event("request"))
    left_out, request = lines_of(log, end)
    assert (left_out["event"], left_out["lines"]) == ("left_out", 7)
    assert request["event"] == "request"
