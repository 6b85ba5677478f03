import io
import sys
import time

import pytest

from obversi.cli import progress


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_slow_work_has_a_bar_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "_PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    with progress.progress("counting", 3) as step:
        wait_for_bar(screen)  # it comes before the first step is done
        for _ in range(3):
            step()
            step.say("done")
    assert "counting" in screen.getvalue()
    assert capsys.readouterr().out == "done\ndone\ndone\n"


def wait_for_bar(screen: Screen) -> None:
    while "counting" not in screen.getvalue():
        time.sleep(0.01)


def test_what_is_said_stands_above_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where stdout and stderr are one terminal, the bar is cleared before and drawn again after."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "_PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    monkeypatch.setattr(sys, "stdout", screen)
    with progress.progress("counting", 3) as step:
        wait_for_bar(screen)
        step.say("a row")
        before, after = screen.getvalue().split("a row\n")
        erase = "\x1b[2K"
        assert before.endswith(erase)
        wait_for_bar(Screen(after))
    assert screen.getvalue().endswith(erase)


def test_quick_work_and_pipes_have_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for stream, patience in ((Screen(), 60.0), (io.StringIO(), 0.0)):
        monkeypatch.setattr(progress, "_PATIENCE_SECONDS", patience)
        monkeypatch.setattr(sys, "stderr", stream)
        with progress.progress("counting", 1) as step:
            step()
            step.say("done")
        assert stream.getvalue() == ""
    assert capsys.readouterr().out == "done\ndone\n"


def test_a_bar_goes_away_when_the_work_breaks_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "_PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(sys, "stderr", screen := Screen())

    def work() -> None:
        with progress.progress("counting", 2):
            wait_for_bar(screen)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    hide, show = "\x1b[?25l", "\x1b[?25h"
    assert screen.getvalue().rfind(show) > screen.getvalue().rfind(hide) >= 0
