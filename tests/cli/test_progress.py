import io
import sys

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
        for _ in range(3):
            step()
            print("done")
    assert "counting" in screen.getvalue()
    assert capsys.readouterr().out == "done\ndone\ndone\n"


def test_quick_work_and_pipes_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream, patience in ((Screen(), 60.0), (io.StringIO(), 0.0)):
        monkeypatch.setattr(progress, "_PATIENCE_SECONDS", patience)
        monkeypatch.setattr(sys, "stderr", stream)
        with progress.progress("counting", 1) as step:
            step()
        assert stream.getvalue() == ""


def test_a_bar_goes_away_when_the_work_breaks_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "_PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(sys, "stderr", screen := Screen())

    def work() -> None:
        with progress.progress("counting", 2) as step:
            step()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    hide, show = "\x1b[?25l", "\x1b[?25h"
    assert screen.getvalue().rfind(show) > screen.getvalue().rfind(hide) >= 0
