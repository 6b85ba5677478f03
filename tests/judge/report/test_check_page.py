"""The page about a checked file."""

from collections.abc import Callable

import pytest
from page_reader import Reader, game_data_of

from obversi import Board
from obversi.agents.course.preset import CoursePreset
from obversi.arena.game.played import PlayedGame
from obversi.color import BLACK, WHITE
from obversi.judge.finding import CheckFinding, Severity
from obversi.judge.report.student_page import check_page
from obversi.rules import Rules

MakeGame = Callable[..., PlayedGame]

GOOD = CheckFinding(Severity.GOOD, "file", "It can be read.")
ADVICE = CheckFinding(
    Severity.ADVICE, "time", "The first call takes 4.8 s.", "Call it in __init__."
)


def problem(size: int, rules: Rules) -> CheckFinding:
    board = Board(size, rules)
    moves = [board.legal_moves[0]]
    board.push(moves[0])
    moves.append(board.legal_moves[0])
    board.push(moves[1])
    return CheckFinding(
        Severity.PROBLEM,
        "candidates",
        "Squares are missing.",
        "Look at your directions.",
        "Traceback:\n  line 12",
        board.to_string(),
        "".join(moves),
    )


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_findings_with_their_boards_and_games(make_game: MakeGame, size: int, rules: Rules) -> None:
    preset = CoursePreset("course", size=size, rules=rules)
    games = [
        (make_game(number, size=size, rules=rules), color, "greedy")
        for number, color in ((1, BLACK), (2, WHITE))
    ]
    reader = Reader(check_page("mine", preset, [GOOD, ADVICE, problem(size, rules)], games))
    body = " ".join(reader.texts("main"))
    for text in (
        "1 problem was found.",
        "Squares are missing.",
        "Look at your directions.",
        "Traceback:\n  line 12",
        "Call it in __init__.",
        "1 thing is as it should be",
    ):
        assert text in body, text
    # What is bad comes first, what is good is folded.
    assert [text.split(" ")[0] for text in reader.texts("h3")] == ["problem", "advice", "good"]
    data = game_data_of(reader)
    assert [game.get("title", "game") for game in data["games"]] == [
        *("game", "game"),
        "Finding 3: candidates",
    ]
    buttons = [one.attributes.get("data-game") for one in reader.named("button")]
    assert sorted(buttons, key=str) == sorted([str(one["number"]) for one in data["games"]])


def test_without_games_and_boards_there_is_no_script() -> None:
    reader = Reader(check_page("mine", CoursePreset("course"), [GOOD, ADVICE]))
    assert not reader.named("script")
    assert "No problem was found; 1 thing could be better." in reader.texts("p")


def test_all_good_is_shown_at_once() -> None:
    reader = Reader(check_page("mine", CoursePreset("course"), [GOOD]))
    assert "No problem was found." in reader.texts("p")
    assert "open" in reader.named("details")[0].attributes


def test_a_file_that_cannot_be_read_at_all() -> None:
    fatal = CheckFinding(
        Severity.FATAL, "file", "It does not parse.", details="line 3\n    retrun\n    ^"
    )
    reader = Reader(check_page("mine", CoursePreset("course"), [fatal]))
    assert "1 problem was found." in reader.texts("p")
    assert reader.texts("pre") == ["line 3\n    retrun\n    ^"]
