"""The index says how disturbed the machine was."""

from collections.abc import Callable
from dataclasses import replace

from page_reader import Reader

from obversi.arena.game.played import PlayedGame
from obversi.core_wait import CoreTimes
from obversi.judge.machine_timing import MachineTiming
from obversi.judge.report.state import ContestState
from obversi.judge.report.teacher_page import disturbance_lines, grades_page, teacher_page

MakeState = Callable[..., ContestState]

TIMES = CoreTimes(elapsed=10, computed=8, waited=1, stolen=1, excused=2)


def disputed(games: list[PlayedGame]) -> list[PlayedGame]:
    """The first game was played again twice, and all have times."""
    timed = [
        replace(
            game,
            notes={
                side: {**notes, "core_times": TIMES.to_object()}
                for side, notes in game.notes.items()
            },
        )
        for game in games
    ]
    notes = timed[0].notes
    own = {**notes["white"], "disputes": ["it was late", "it was late again"]}
    return [replace(timed[0], notes={**notes, "white": own}), *timed[1:]]


def test_the_index_says_how_disturbed_the_machine_was(make_state: MakeState) -> None:
    tests = (MachineTiming(40, 0.03025, TIMES), MachineTiming(30, 0.002, CoreTimes(elapsed=3.0)))
    state = replace(make_state(games=disputed), machine_timings=tests)
    lines = list(disturbance_lines(state))
    assert lines == [
        "At the start: agents could not run for 20 % of their time (others had the core 10 %, "
        "stolen 10 %); in 40 calls a time-out was noticed at most 30 ms late: answers may be 238 "
        "ms late (38 ms more than on a quiet machine).",
        "When the contest was resumed: the machine is quiet; in 30 calls a time-out was noticed at "
        "most 2 ms late: answers may be 200 ms late.",
        "In all calls together: agents could not run for 20 % of their time (others had the core "
        "10 %, stolen 10 %).",
        "1 game was played again, 2 times in all, as the machine may have been why a clock ran "
        "out; first: it was late.",
    ]
    shown = " ".join(Reader(teacher_page(state, {})).texts("main"))
    assert all(line in shown for line in lines)
    assert "it was late" not in " ".join(Reader(grades_page(state)).texts("main"))


def test_repeated_boards_are_counted(make_state: MakeState) -> None:
    state = make_state()
    usability = {name: replace(one, repeats=2) for name, one in state.usability.items()}
    lines = list(disturbance_lines(replace(state, usability=usability)))
    assert lines == ["6 times a board was asked again, as a clock was in dispute."]


def test_contests_of_earlier_versions_say_nothing(make_state: MakeState) -> None:
    assert list(disturbance_lines(make_state())) == []
