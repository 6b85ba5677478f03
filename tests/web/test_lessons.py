"""The lessons: the engine and the core check every answer, and every number in a text."""

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from heuristics.reference_evaluations import stable

import obversi as ob
from obversi.color import BLACK, WHITE, Color
from obversi.heuristics.features import feature
from obversi.rules import RULES
from obversi.web.http.static_files import STATIC

Step = dict[str, Any]

COLORS: dict[str, Color] = {"black": BLACK, "white": WHITE}
CORNERS = {"a1", "h1", "a8", "h8"}
EXACT_EMPTIES = 16  # with more, moves are compared by a search of this depth
DEPTH = 14


def steps() -> Iterator[tuple[str, Step]]:
    for rules in RULES:
        book = json.loads((STATIC / "lessons" / f"{rules}.json").read_text(encoding="utf-8"))
        assert book["rules"] == rules
        for lesson in book["lessons"]:
            for number, step in enumerate(lesson["steps"], start=1):
                yield f"{rules}-{lesson['id']}-{number}", step


STEPS = dict(steps())
MOVES = {name: step for name, step in STEPS.items() if step["kind"] == "move"}


def board_of(step: Step) -> ob.Board:
    return ob.Board.parse(step["position"], step["rules"])


def after(board: ob.Board, moves: str) -> ob.Board:
    """Return the position after moves; a player who cannot move passes."""
    board = board.copy(stack=False)
    for place in range(0, len(moves), 2):
        board.push(moves[place : place + 2])
        if board.must_pass:
            board.push("pass")
    return board


def moves_of(board: ob.Board, color: Color) -> set[str]:
    """Return the squares that a colour can play on, or could if it were its turn."""
    cells = board.to_string()[:-1]
    turned = ob.Board.parse(cells + ("X" if color == BLACK else "O"), board.rules)
    return {str(move) for move in turned.legal_moves}


def neighbours(square: str) -> set[str]:
    column, row = "abcdefgh".index(square[0]), int(square[1])
    around = [(column + right, row + down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
    found = {f"{'abcdefgh'[x]}{y}" for x, y in around if 0 <= x < 8 and 1 <= y <= 8}
    return found - {square}


def region(board: ob.Board, square: str) -> set[str]:
    """Return the empty squares that are connected with an empty square."""
    empty = {str(one) for one in board.empty}
    found, wanted = set[str](), {square}
    while wanted:
        one = wanted.pop()
        found.add(one)
        wanted |= (neighbours(one) & empty) - found
    return found


def stable_discs(board: ob.Board, color: Color) -> set[str]:
    views = (board.to_array() * color)[np.newaxis]
    own, other = stable(views, 1)[0], stable(views, -1)[0]
    as_mover = ob.Board.parse(board.to_string()[:-1] + ("X" if color == BLACK else "O"))
    assert feature(as_mover, "stable") == own.sum() - other.sum()
    return {f"{'abcdefgh'[column]}{row + 1}" for row, column in np.argwhere(own)}


def quiet_moves(board: ob.Board) -> list[str]:
    empty = {str(square) for square in board.empty}
    return sorted(
        str(move)
        for move in board.legal_moves
        if not any(neighbours(str(disc)) & (empty - {str(move)}) for disc in board.flips(move))
    )


def fewest_replies(board: ob.Board) -> list[str]:
    replies = {}
    for move in board.legal_moves:
        then = board.copy(stack=False)
        then.push(move)
        replies[str(move)] = len(moves_of(then, -board.turn))
    return sorted(move for move, number in replies.items() if number == min(replies.values()))


@cache
def engine() -> ob.Engine:
    return ob.Engine(threads=1, hash_mb=32)


def margin(board: ob.Board, color: Color) -> int:
    """Return the exact margin of a colour."""
    if board.is_over:
        return board.margin(color)
    assert len(board.empty) <= EXACT_EMPTIES
    solved = engine().solve(board).margin
    return solved if board.turn == color else -solved


def value(board: ob.Board, fact: dict[str, Any]) -> Any:
    """Work a fact out, without the answer that the lesson gives."""
    then = after(board, fact.get("after", ""))
    at, color = fact.get("at", ""), COLORS.get(fact.get("of", ""), BLACK)
    match fact["what"]:
        case "moves":
            return len(moves_of(then, color))
        case "flips":
            return len(board.flips(at))
        case "discs":
            return len(then.discs(color))
        case "stable":
            return len(stable_discs(then, color))
        case "region":
            return len(region(then, at))
        case "empties":
            return len(then.empty)
        case "can_play":
            return at in moves_of(then, color)
        case "corners":
            return len(moves_of(then, color) & CORNERS)
        case "quiet":
            return quiet_moves(board)
        case "fewest":
            return fewest_replies(board)
        case "must_pass":
            played = board.copy(stack=False)
            played.push(fact["after"])
            return played.must_pass
        case "different":
            return len({after(board, str(move)).canonical() for move in board.legal_moves})
        case "margin":
            return margin(then, board.turn)
        case "last_mover":
            odd = len(board.empty) % 2 == 1
            return "black" if (board.turn == BLACK) == odd else "white"
        case "winner":
            outcome = then.outcome()
            assert outcome is not None
            return {BLACK: "black", WHITE: "white", None: "draw"}[outcome.winner]
        case other:
            raise AssertionError(f"unknown fact {other!r}")


def texts(step: Step) -> Iterator[str]:
    yield from (step["text"], step["task"])
    yield from (step[name] for name in ("right", "wrong", "otherwise") if name in step)
    yield from step.get("answers", {}).values()
    yield from (mistake["text"] for mistake in step.get("mistakes", {}).values())
    for option in step.get("options", ()):
        yield from (option["text"], option["reply"])


def test_each_game_has_lessons_of_several_steps() -> None:
    names = [name.rpartition("-")[0] for name in STEPS]
    for rules in RULES:
        lessons = {name for name in names if name.startswith(rules)}
        assert len(lessons) == 6
        assert all(4 <= names.count(name) <= 6 for name in lessons)


@pytest.mark.few_cases(8)
@pytest.mark.parametrize("name", STEPS)
def test_the_facts_of_a_text_are_true(name: str) -> None:
    step = STEPS[name]
    board = board_of(step)
    assert not board.problems()
    for fact in [*step["facts"].values(), *([step["asked"]] if "asked" in step else [])]:
        assert value(board, fact) == fact["is"], fact


@pytest.mark.parametrize("name", STEPS)
def test_a_text_has_no_number_that_is_not_checked(name: str) -> None:
    step = STEPS[name]
    for text in texts(step):
        named = set(re.findall(r"\{(\w+)\}", text))
        unknown = named - set(step["facts"]) - {"lost"}
        assert not unknown, text
        assert all(step["facts"][fact]["is"] is not True for fact in named - {"lost"}), text
        without = re.sub(r"\b[a-h][1-8]\b|\{\w+\}", "", text)
        assert not re.search(r"\d", without), text
        assert "{lost}" not in text or any(
            text == mistake["text"] for mistake in step["mistakes"].values()
        )


@pytest.mark.few_cases(4)
@pytest.mark.parametrize("name", MOVES)
def test_the_accepted_moves_are_the_best_ones_and_mistakes_cost_what_is_said(name: str) -> None:
    step = MOVES[name]
    board = board_of(step)
    is_exact = len(board.empty) <= EXACT_EMPTIES
    limit = ob.Limit(depth=60 if is_exact else DEPTH)
    lines = engine().analyse(board, limit, top="all").lines
    margins = {str(line.move): line.margin for line in lines}
    best = max(margins.values())
    accepted = {move for move, found in margins.items() if found >= best - step["within"]}
    assert set(step["answers"]) == accepted
    for move, mistake in step["mistakes"].items():
        lost = best - margins[move]
        assert lost == mistake["lost"] if is_exact else lost >= mistake["lost"], move
        assert mistake["lost"] > 0
    if is_exact:
        assert step["within"] == 0


@pytest.mark.parametrize("name", [name for name, step in STEPS.items() if step["kind"] == "find"])
def test_the_squares_to_find_are_all_that_fit(name: str) -> None:
    step = STEPS[name]
    board = board_of(step)
    what = step["what"]
    found = {
        "moves": lambda: moves_of(board, COLORS[what["of"]]),
        "stable": lambda: stable_discs(board, COLORS[what["of"]]),
        "region": lambda: region(board, what["at"]),
    }[what["what"]]()
    assert set(step["squares"]) == found
    if what["what"] == "stable":
        color = COLORS[what["of"]]
        assert not unflipped(board, color, {str(disc) for disc in board.discs(color)} - found)


def unflipped(board: ob.Board, color: Color, discs: set[str]) -> set[str]:
    """Return the discs that no game from here flips, of some random games."""
    dice = random.Random(1)
    for _ in range(2000):
        game = board.copy(stack=False)
        while discs and not game.is_over:
            move = "pass" if game.must_pass else str(dice.choice(game.legal_moves))
            if move != "pass" and game.turn != color:
                discs = discs - {str(disc) for disc in game.flips(move)}
            game.push(move)
        if not discs:
            break
    return discs


@pytest.mark.parametrize("name", [name for name, step in STEPS.items() if step["kind"] == "choice"])
def test_a_question_has_one_right_answer(name: str) -> None:
    step = STEPS[name]
    assert [option["value"] for option in step["options"]].count(step["asked"]["is"]) == 1
