"""Progress on stderr: displays on a terminal, lines elsewhere."""

import sys
import time
from contextlib import AbstractContextManager

import pytest
from screen import Screen

from obversi.cli import progress

ERASE_LINE = "\x1b[2K"


class Clock:
    """Stands in for the clock of a module."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


def test_slow_work_has_a_bar_on_a_terminal(
    screen: Screen, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress.progress("counting", 3) as step:
        screen.wait_for("counting")  # it appears before the first step is done
        for _ in range(3):
            step()
            step.say("done")
    assert capsys.readouterr().out == "done\ndone\ndone\n"


def test_text_is_printed_above_the_bar(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where stdout and stderr are one terminal, the bar is erased before and drawn again after."""
    monkeypatch.setattr(sys, "stdout", screen)
    with progress.progress("counting", 3) as step:
        screen.wait_for("counting")
        step.say("a row")
        before, after = screen.getvalue().split("a row\n")
        assert before.endswith(ERASE_LINE)
        assert "counting" in after
    assert screen.getvalue().endswith(ERASE_LINE)


@pytest.mark.parametrize(
    "display",
    [
        lambda: progress.progress("counting", 1),
        lambda: progress.score_progress(2),
        lambda: progress.bar_progress(1.0),
        lambda: progress.live_progress(lambda _console: "counting"),
    ],
)
def test_quick_work_has_no_display(
    screen: Screen, monkeypatch: pytest.MonkeyPatch, display: "type[AbstractContextManager[None]]"
) -> None:
    monkeypatch.setattr(progress, "_DELAY_SECONDS", 600.0)
    with display():
        pass
    assert screen.getvalue() == ""


def test_quick_work_has_no_lines_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_DELAY_SECONDS", 0.0)
    with progress.progress("counting", 1) as step, progress.score_progress(8) as show:
        step()
        step.say("done")
        show(3, 1, 1)
    assert capsys.readouterr() == ("done\n", "")


class Log(Screen):
    """What is written to stderr where that is not a terminal."""

    def isatty(self) -> bool:
        return False


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    """A file on stderr, to which lines of progress are written at once."""
    log = Log()
    monkeypatch.setattr(progress, "_stderr", lambda: log)
    monkeypatch.setattr(progress, "_FIRST_LINE_SECONDS", 0.01)
    monkeypatch.setattr(progress, "_LONGEST_WAIT", 0.01)
    return log


def test_slow_work_prints_lines_without_a_terminal(log: Log) -> None:
    with progress.progress("counting", 1200) as step:
        log.wait_for("counting: 0 of 1,200, 0:0")  # before the first step is done
        step()
        log.wait_for("counting: 1 of 1,200, 0:0")
    with progress.progress("drawing"):
        log.wait_for("drawing, 0:0")
    with progress.score_progress(8) as show:
        log.wait_for("the first game, 0:0")
        show(0, 0, 0)
        show(3, 1, 1)
        log.wait_for("5 of 8 games: A +3 =1 -1  70.0%, 0:0")
    written = log.getvalue()
    assert written.endswith("\n")
    assert log.getvalue() == written  # nothing is printed after the end


def test_the_first_line_is_printed_once(log: Log) -> None:
    with progress.first_line(lambda: "playing"):
        log.wait_for("playing, 0:0")
        with progress.progress("counting"):
            log.wait_for("counting")
    assert log.getvalue().count("playing") == 1


def test_a_bar_disappears_when_the_work_is_interrupted(screen: Screen) -> None:
    def work() -> None:
        with progress.progress("counting", 2):
            screen.wait_for("counting")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    hide, show = "\x1b[?25l", "\x1b[?25h"
    assert screen.getvalue().rfind(show) > screen.getvalue().rfind(hide) >= 0


def test_the_score_of_games_is_shown(screen: Screen) -> None:
    with progress.score_progress(8) as show:
        screen.wait_for("the first game")
        show(0, 0, 0)
        show(3, 1, 1)
        screen.wait_for("A +3 =1 -1  70.0%")
        screen.wait_for("5/8")


def test_one_bar_shows_the_percentage_of_all_steps(
    screen: Screen, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress.bar_progress(8) as bar:
        bar.show("coins", 0)
        screen.wait_for("coins")
        bar.show("coins: normal [coins]", 2)
        screen.wait_for("coins: normal [coins]")
        screen.wait_for("25%")
        with bar.paused():
            before = screen.getvalue()
            print("a result")
            assert screen.getvalue() == before
        bar.show("doors: open", 7)
        screen.wait_for("88%")
    assert capsys.readouterr().out == "a result\n"


def test_each_step_has_a_bar_that_counts(screen: Screen) -> None:
    with progress.bar_progress() as bar:
        bar.show("boards", 1, 3)
        screen.wait_for("1/3")
        bar.show("games", 2, 4)
        screen.wait_for("2/4")
        assert "games" in screen.getvalue()


@pytest.mark.parametrize(("total", "line"), [(8.0, " 50%  coins, 0:0"), (None, "coins: 4 of 5, 0")])
def test_bars_are_lines_without_a_terminal(log: Log, total: float | None, line: str) -> None:
    with progress.bar_progress(total) as bar:
        log.wait_for("the first step, 0:0")
        bar.show("coins", 4, 5)
        log.wait_for(line)


def test_lines_are_due_by_the_share_of_the_work_or_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    timer = progress.LineTimer(done=0.2)
    clock.now += 4
    assert not timer.is_due(0.9)
    clock.now += 2
    assert not timer.is_due(0.25)
    assert timer.is_due(0.3)
    assert not timer.is_due(0.9)
    clock.now += 31
    assert timer.is_due(0.3)


def test_a_throttle_allows_a_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    throttle = progress.Throttle(share=0.1)
    assert throttle.is_ready
    with throttle.measured():
        clock.now += 2
    clock.now += 19
    assert not throttle.is_ready
    clock.now += 1
    assert throttle.is_ready


def test_the_remaining_time_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    pace = progress.Pace(before=10)
    clock.now += 60
    assert pace.text(10, 20) == "10 of 20 games, 1:00"
    assert pace.text(12, 20, "students") == "12 of 20 students, 1:00, about 4:00 left"
    assert pace.text(20, 20) == "20 of 20 games, 1:00"
