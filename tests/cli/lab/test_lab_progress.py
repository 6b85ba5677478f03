"""How far experiments are, on a terminal and elsewhere."""

import io
import sys
import time

import pytest

from obversi.cli.lab import progress
from obversi.cli.lab.progress import lab_progress


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_one_bar_goes_over_all_experiments(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(sys, "stderr", screen := Screen())

    def wait_for(text: str) -> None:
        while text not in screen.getvalue():
            time.sleep(0.01)

    with lab_progress(8) as bar:
        with bar.watching("coins", 6) as on_progress:
            wait_for("coins")
            on_progress("normal [coins]", 1 / 3)
            wait_for("coins: normal [coins]")
            wait_for("25%")
        with bar.paused():
            before = screen.getvalue()
            print("a result")
            time.sleep(2 / progress._DRAWINGS_A_SECOND)
            assert screen.getvalue() == before
        with bar.watching("doors", 2) as on_progress:
            on_progress("open", 0.5)
            wait_for("88%")
    assert capsys.readouterr().out == "a result\n"


def test_elsewhere_there_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 100.0
    monkeypatch.setattr("obversi.cli.lab.progress.time.monotonic", lambda: now)
    with lab_progress(4) as bar, bar.watching("coins", 4) as on_progress:
        on_progress("normal", 0.25)
        now += 11
        on_progress("normal", 0.5)
        on_progress("reversed", 0.75)
        now += 11
        on_progress("reversed", 1.0)
    assert capsys.readouterr().err == " 50%  coins: normal\n100%  coins: drawing\n"
