"""A game as one of its players may see it: of the other only name, moves and kind of failure."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from obversi.agents.agent import FailureKind
from obversi.arena.game.played import PlayedGame
from obversi.color import BLACK, WHITE, Color, color_name
from obversi.judge.seen_games import own_game
from obversi.rules import Rules

MakeGame = Callable[..., PlayedGame]


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_moves_of_both_but_times_of_one(
    make_game: MakeGame, size: int, rules: Rules, color: Color
) -> None:
    game = make_game(1, size=size, rules=rules)
    own = own_game(5, "round robin", game, color, "ben")
    assert [one.move for one in own.game.record.moves] == [one.move for one in game.record.moves]
    assert own.seconds == game.seconds(color)
    assert not own.game.seconds(-color)
    assert own.notes == game.notes[color_name(color)]
    assert color_name(-color) not in own.game.notes
    assert own.margin == (game.record.margin() or 0) * (1 if color == BLACK else -1)


def test_clocks_depths_and_nodes_are_those_of_own_moves(make_game: MakeGame) -> None:
    game = make_game(1)
    plies = len(game.record.moves)
    full = replace(
        game, clocks=(1.0,) * plies, depths=(2,) * plies, nodes=(3,) * plies, place="machine"
    )
    own = own_game(1, "points race", full, WHITE, "anna").game
    white = tuple(ply % 2 == 1 for ply in range(plies))
    assert own.clocks == tuple(1.0 if mine else None for mine in white)
    assert own.depths == tuple(2 if mine else None for mine in white)
    assert own.nodes == tuple(3 if mine else None for mine in white)
    assert own.place == ""


def test_the_opponent_sees_no_reason_of_a_failure(make_game: MakeGame) -> None:
    game = make_game(1, kind=FailureKind.ERROR, reason="secret_function() broke", failed=WHITE)
    failed = own_game(1, "round robin", game, WHITE, "anna")
    assert failed.game.failure is not None
    assert failed.game.failure.reason == "secret_function() broke"
    assert failed.result == "lost"
    other = own_game(1, "round robin", game, BLACK, "ben")
    assert other.game.failure is not None
    assert (other.game.failure.kind, other.game.failure.reason) == (FailureKind.ERROR, "an error")
    assert other.result == "won"


def test_a_game_without_notes(make_game: MakeGame) -> None:
    own = own_game(1, "round robin", replace(make_game(1), notes={}), WHITE, "anna")
    assert own.notes == {}
