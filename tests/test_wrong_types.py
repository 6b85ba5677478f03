"""What has the wrong type is rejected by an error that names it, and what was expected."""

import re
from collections.abc import Callable
from typing import Any

import pytest

import obversi as ob
from obversi.agents import make_agent
from obversi.agents.agent import think
from obversi.agents.book_agent import BookAgent
from obversi.agents.core_agents import SearchAgent
from obversi.arena import (
    Match,
    Sprt,
    Store,
    TimeControl,
    Tournament,
    entrants,
    play_match,
    rate,
    read_openings,
    sprt_state,
    standings,
    start_openings,
    summarise,
)
from obversi.formats import GameRecord, read_path, read_text, record_from_moves
from obversi.play import next_move, play_game
from obversi.review import ReviewSteps, analysed_moves, review

OPENINGS = start_openings(4)
RECORD = record_from_moves(["b1", "a3"], ob.Board(size=4))
RANDOM = make_agent("random")

# By the type that is expected: calls with a value in its place.
CALLS: dict[str, list[Callable[[Any], object]]] = {
    "GameRecord": [
        lambda wrong: review(wrong, ob.Engine().solve),
        lambda wrong: list(analysed_moves(wrong, ob.Engine())),
        ReviewSteps,
    ],
    "an Engine or a function": [
        lambda wrong: review(RECORD, wrong),
        lambda wrong: list(analysed_moves(RECORD, wrong)),
    ],
    "Board": [
        lambda wrong: ob.Engine().analyse(wrong),
        lambda wrong: list(ob.Engine().stream(wrong)),
        lambda wrong: ob.Engine().solve(wrong),
        lambda wrong: ob.Engine().play(wrong),
        lambda wrong: ob.Engine().evaluate(wrong),
        lambda wrong: ob.evaluate(wrong, "r4"),
        lambda wrong: ob.explain(wrong),
        lambda wrong: ob.feature(wrong, "corners"),
        lambda wrong: ob.perft(wrong, 1),
        lambda wrong: play_game(RANDOM, RANDOM, wrong),
        lambda wrong: next_move(RANDOM, wrong),
        lambda wrong: record_from_moves([], wrong),
        GameRecord,
    ],
    "Limit": [
        lambda wrong: ob.Engine().analyse(ob.Board(), wrong),
        lambda wrong: review(RECORD, ob.Engine(), wrong),
    ],
    "a number above 0": [
        lambda wrong: ob.Limit(seconds=wrong),
    ],
    "a finite number above 0": [
        lambda wrong: TimeControl(seconds=wrong),
        lambda wrong: TimeControl(clock=wrong),
        lambda wrong: Match("random", "random", OPENINGS, pairs=1, seconds=wrong),
    ],
    "a whole number": [
        lambda wrong: ob.Limit(depth=wrong),
        lambda wrong: make_agent("random", seed=wrong),
        lambda wrong: Match("random", "random", OPENINGS, pairs=wrong),
    ],
    "texts such as ['f5', 'd6']": [record_from_moves],
    "str": [lambda wrong: list(read_text(wrong)), ob.Board.parse],
    "is not a file name": [
        lambda wrong: list(read_path(wrong)),
        read_openings,
        lambda wrong: Store.open(wrong, create=False),
    ],
    "make_agent": [
        lambda wrong: think(wrong, ob.Board(), ob.Limit()),
        lambda wrong: play_game(wrong, RANDOM),
        lambda wrong: next_move(wrong, ob.Board()),
    ],
    "BaseAgent": [lambda wrong: BookAgent(wrong, "default")],
    "Evaluation": [SearchAgent],
    "Openings": [lambda wrong: Match("random", "random", wrong, pairs=1)],
    "TimeControl": [lambda wrong: Match("random", "random", OPENINGS, pairs=1, clock=wrong)],
    "Sprt": [
        lambda wrong: Match("random", "random", OPENINGS, pairs=1, sprt=wrong),
        lambda wrong: sprt_state(wrong, (1, 1, 1, 1, 1)),
    ],
    "two numbers": [lambda wrong: Sprt(wrong, 10)],
    "Tournament": [lambda wrong: list(play_match(wrong))],
    "TournamentSettings": [lambda wrong: Tournament(wrong, OPENINGS)],
    "PlayedGame": [
        lambda wrong: rate(["a", "b"], wrong),
        lambda wrong: standings(entrants(["random", "greedy"]), wrong),
        summarise,
    ],
    "Entrant": [lambda wrong: standings(wrong, [])],
}


@pytest.mark.parametrize(
    ("expected", "call"), [(expected, call) for expected in CALLS for call in CALLS[expected]]
)
def test_wrong_types_are_named(expected: str, call: Callable[[Any], object]) -> None:
    for wrong in (object(), ob.Outcome(None, 0, 2, 2)):
        with pytest.raises(ob.InputError) as caught:
            call(wrong)
        assert expected in str(caught.value)
        assert repr(wrong)[:20] in str(caught.value)


def test_an_engine_reviews_a_game() -> None:
    with ob.Engine() as engine:
        seen = review(RECORD, engine)
        assert seen.mistakes == review(RECORD, engine, ob.Limit(depth=16)).mistakes
        assert [mistake.move for mistake in seen.mistakes] == ["a3"]
        assert seen.margins == review(RECORD, engine.solve).margins
        assert [move.played for move in analysed_moves(RECORD, engine)][:1] == [
            seen.moves[0].played
        ]


def test_a_limit_is_for_an_engine_only() -> None:
    with pytest.raises(ob.InputError, match=re.escape("Limit(depth=1) is for an engine")):
        review(RECORD, ob.Engine().solve, ob.Limit(depth=1))
