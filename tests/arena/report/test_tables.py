"""Endings and time: counted for the right agent."""

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape

import pytest

from obversi.agents.agent import FailureKind
from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.report.tables import endings_table, failure_list, time_table
from obversi.color import BLACK, WHITE, Color

MakeGame = Callable[..., PlayedGame]

LABELS = ("first", "second")


def rows(table: str) -> list[list[str]]:
    found = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in table.split("<tr>")[1:]]
    return [[unescape(re.sub("<[^>]+>", "", cell)) for cell in row] for row in found]


def failed(game: PlayedGame, color: Color, kind: FailureKind, reason: str = "why") -> PlayedGame:
    return replace(game, failure=Failure(color, kind, reason))


def test_endings_are_counted_for_each_agent(make_game: MakeGame) -> None:
    games = [
        make_game(1),
        replace(make_game(2), adjudicated=True),
        failed(make_game(3), BLACK, FailureKind.TIME),
        failed(make_game(4, a_color=WHITE), BLACK, FailureKind.DEATH),
    ]
    head, *shown = rows(endings_table(LABELS, games))
    assert head == ["agent", "played out", "adjudicated", "opponent failed", "time", "death"]
    assert shown == [["first", "1", "1", "1", "1", "0"], ["second", "1", "1", "1", "0", "1"]]


@pytest.mark.parametrize("kind", list(FailureKind))
def test_every_failure_has_words(make_game: MakeGame, kind: FailureKind) -> None:
    games = [failed(make_game(1), WHITE, kind)]
    assert rows(endings_table(LABELS, games))[0][-1] == kind.value
    assert re.search(r"<li>second: [a-z ]+: why \(game 1\)</li>", failure_list(LABELS, games))


def test_failures_of_one_cause_are_listed_once(make_game: MakeGame) -> None:
    games = [
        failed(make_game(1), BLACK, FailureKind.ERROR),
        failed(make_game(2), WHITE, FailureKind.ERROR),
        failed(make_game(3, a_color=WHITE), WHITE, FailureKind.ERROR),
    ]
    shown = failure_list(LABELS, games)
    assert re.findall(r"\((.*?)\)", shown) == ["2 games, first game 1", "game 2"]


def test_many_causes_are_limited(make_game: MakeGame) -> None:
    game = make_game(1)
    games = [failed(game, BLACK, FailureKind.ERROR, f"cause {number}") for number in range(25)]
    assert failure_list(LABELS, games).count("<li>") == 21
    assert "and 5 more causes" in failure_list(LABELS, games)
    assert failure_list(LABELS, [game]) == ""


@pytest.mark.parametrize("a_color", [BLACK, WHITE])
def test_time_is_that_of_the_agent(make_game: MakeGame, a_color: Color) -> None:
    game = make_game(2, a_color=a_color)  # with a pass in it
    assert any(played.move.is_pass for played in game.record.moves)
    slow = game.record.moves[10]
    moves = list(game.record.moves)
    moves[10] = replace(slow, seconds=120.0)  # a move of black
    game = replace(game, record=replace(game.record, moves=tuple(moves)))
    _, first, second = rows(time_table(LABELS, [game]))
    of_black, of_white = (first, second) if a_color == BLACK else (second, first)
    for shown, color in ((of_black, BLACK), (of_white, WHITE)):
        assert int(shown[1]) == len(game.seconds(color))
        assert shown[7] == "12.0"
    assert of_black[4] == "120 s"
    assert of_white[4] != "120 s"


def test_an_agent_that_never_moved(make_game: MakeGame) -> None:
    table = rows(time_table((*LABELS, "third"), [make_game(1)]))
    assert table[-1] == ["third", "0", "", "", "", "", "", "", ""]
