"""Searches by players, years, events, results and openings, page by page."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import obversi as ob
from obversi.database import GameDatabase, GameFilter
from obversi.database.results import PlayerResults
from obversi.database.stored import StoredGame
from obversi.errors import InputError
from obversi.formats import GameRecord, record_from_moves
from obversi.rules import RULES

Games = Callable[..., list[GameRecord]]

KINDS = [(size, rules) for size in ob.SIZES for rules in RULES]


@pytest.fixture
def games(database: GameDatabase, random_games: Games) -> list[GameRecord]:
    """Games of all kinds, which are in the database."""
    games = [
        game
        for size, rules in KINDS
        for game in random_games(30, size=size, rules=rules, other_starts=0.1)
    ]
    Random(1).shuffle(games)
    database.add(games, "random")
    return games


def year(game: GameRecord) -> int:
    found = re.search(r"\d{4}", game.date)
    return int(found[0]) if found else 0


def slow_fit(game: StoredGame, wanted: GameFilter) -> bool:
    """Whether a game fulfils the conditions that are not about positions."""
    record, margin = game.record, game.record.margin()
    names = [record.black.casefold(), record.white.casefold()]
    results = {"black": 1, "white": -1, "draw": 0}
    sign = None if margin is None else (margin > 0) - (margin < 0)
    least_year, most_year = wanted.first_year, wanted.last_year
    least, most = wanted.least_margin, wanted.most_margin
    return all(
        [
            any(wanted.player.casefold() in name for name in names),
            wanted.black.casefold() in names[0],
            wanted.white.casefold() in names[1],
            wanted.event.casefold() in record.place.casefold(),
            wanted.opening.casefold() in game.opening.casefold(),
            least_year is None or (year(record) and year(record) >= least_year),
            most_year is None or (year(record) and year(record) <= most_year),
            wanted.result is None or sign == results[wanted.result],
            least is None or (margin is not None and abs(margin) >= least),
            most is None or (margin is not None and abs(margin) <= most),
            wanted.rules in (None, record.rules),
            wanted.size in (None, record.size),
        ]
    )


CONDITIONS: list[dict[str, Any]] = [
    {},
    {"player": "ann"},
    {"player": "ÇEL"},
    {"player": "émile", "event": "club"},
    {"black": "b"},
    {"white": "B", "black": "ann"},
    {"event": "WORLD"},
    {"opening": "p"},
    {"first_year": 1990},
    {"last_year": 2004},
    {"first_year": 1987, "last_year": 1987},
    {"first_year": -5, "last_year": 10**9},
    {"result": "black"},
    {"result": "white", "rules": "reversed"},
    {"result": "draw"},
    {"least_margin": 10},
    {"most_margin": 0},
    {"least_margin": 2, "most_margin": 8, "result": "white"},
    {"rules": "reversed", "size": 6},
    {"size": 4, "player": "a", "first_year": 1900, "most_margin": 12},
    {"player": "nobody"},
    {"player": "%"},
]


@pytest.mark.few_cases(6)
@pytest.mark.parametrize("conditions", CONDITIONS)
def test_filters_are_those_of_slow_code(
    database: GameDatabase, games: list[GameRecord], conditions: dict[str, Any]
) -> None:
    every = database.games(limit=10**6)
    assert [game.record for game in every.games] == games
    assert every.total == len(games)
    wanted = GameFilter(**conditions)
    found = database.games(wanted, limit=10**6)
    assert list(found.games) == [game for game in every.games if slow_fit(game, wanted)]
    assert found.total == len(found.games)
    assert [*database.each_game(wanted)] == [*found.games]


@pytest.mark.usefixtures("games")
def test_conditions_and_a_position(database: GameDatabase) -> None:
    board = ob.Board(4, "reversed")
    board.push(board.legal_moves[0])
    reaching = database.games(GameFilter(position=board), limit=1000)
    assert reaching.total > 20
    wanted = GameFilter(position=board.transform(5), player="ann", result="black")
    found = database.games(wanted).games
    assert found == tuple(game for game in reaching.games if slow_fit(game, wanted))
    assert 0 < len(found) < reaching.total
    # Each game continues with one of the moves, or ends there.
    moves = database.moves(board)
    counts = [
        database.games(GameFilter(position=board, move=played.move)).total for played in moves
    ]
    assert counts == [played.games for played in moves]


@pytest.mark.usefixtures("games")
def test_equal_moves_find_the_same_games(database: GameDatabase) -> None:
    board = ob.Board(6)
    [total] = {
        database.games(GameFilter(position=board, move=move)).total for move in board.legal_moves
    }
    assert total > 20


@pytest.mark.usefixtures("games")
def test_pages(database: GameDatabase) -> None:
    wanted = GameFilter(player="b")
    every = database.games(wanted, limit=1000).games
    assert len(every) > 25
    pages = [database.games(wanted, offset, 7) for offset in range(0, len(every) + 14, 7)]
    assert tuple(game for page in pages for game in page.games) == every
    assert {page.total for page in pages} == {len(every)}
    assert pages[-1].games == ()
    assert database.games(wanted, limit=0).games == ()
    assert len(database.games().games) == 50


def test_an_empty_database(database: GameDatabase) -> None:
    assert database.games() == database.games(GameFilter(player="x", first_year=3))
    assert database.games().total == 0
    assert database.players() == []
    assert database.moves(ob.Board()) == []
    stats = database.stats()
    assert (stats.games, stats.kinds, stats.first_year) == (0, (), None)


@pytest.mark.parametrize(
    ("conditions", "message"),
    [
        ({"result": "lost"}, "'lost' is no result: expected black, white, draw"),
        ({"rules": "misere"}, "no rules 'misere'"),
        ({"size": 5}, "no board of size 5"),
        ({"first_year": 2000, "last_year": 1999}, "no years from 2000 to 1999"),
        ({"least_margin": 4, "most_margin": 2}, "no margins from 4 to 2"),
        ({"move": "f5"}, "the move f5 needs the position"),
        ({"position": ob.Board(), "move": "a1"}, "'a1' cannot be played"),
        ({"position": ob.Board(), "move": "i9"}, "'i9' is no move"),
        ({"position": "f5d6"}, "is no board"),
        (
            {"position": ob.Board(), "rules": "reversed"},
            "a position of normal 8×8 is in no game of reversed 8×8",
        ),
        ({"position": ob.Board(6), "size": 8}, "a position of normal 6×6 is in no game"),
        ({"player": 3}, "the condition 'player' cannot be 3: expected a text"),
        ({"black": ["a"]}, r"the condition 'black' cannot be \['a'\]"),
        ({"opening": None}, "the condition 'opening' cannot be None"),
        ({"first_year": "x"}, "the condition 'first_year' cannot be 'x': expected a whole"),
        ({"most_margin": 1.5}, r"the condition 'most_margin' cannot be 1\.5"),
        ({"position": ob.Board(), "move": 3}, "3 is no move"),
    ],
)
def test_conditions_that_make_no_sense(conditions: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        GameFilter(**conditions)


@pytest.mark.parametrize(
    ("search", "message"),
    [
        (lambda database: database.games(offset=-1), "the offset cannot be -1"),
        (lambda database: database.games(limit=1.5), r"the limit cannot be 1\.5"),
        (lambda database: database.games("ann"), "'ann' is no filter: expected a GameFilter"),
        (lambda database: [*database.each_game("ann")], "'ann' is no filter"),
        (lambda database: database.players(3), "the name cannot be 3: expected a text"),
        (lambda database: database.players(limit="x"), "the limit cannot be 'x'"),
        (lambda database: database.players(limit=-1), "the limit cannot be -1: expected 0 or more"),
        (lambda database: database.movers(ob.Board(), limit=-1), "the limit cannot be -1"),
        (lambda database: database.movers(None), "None is no board"),
    ],
)
def test_wrong_arguments_of_searches(
    database: GameDatabase, search: Callable[[GameDatabase], object], message: str
) -> None:
    with pytest.raises(InputError, match=f"^{message}"):
        search(database)


# Players and statistics


def test_players_are_those_of_slow_code(database: GameDatabase, games: list[GameRecord]) -> None:
    margins: dict[str, list[int | None]] = {}
    for game in games:
        margin = game.margin()
        margins.setdefault(game.black, []).append(margin)
        margins.setdefault(game.white, []).append(None if margin is None else -margin)
    del margins[""]
    expected = []
    for name, of_player in margins.items():
        known = [margin for margin in of_player if margin is not None]
        wins, draws = sum(margin > 0 for margin in known), known.count(0)
        mean = sum(known) / len(known)
        losses = len(known) - wins - draws
        expected.append(PlayerResults(name, len(of_player), wins, draws, losses, mean))
    found = database.players()
    assert sorted(found, key=lambda player: player.name) == sorted(
        expected, key=lambda player: player.name
    )
    assert [player.games for player in found] == sorted(
        (player.games for player in found), reverse=True
    )
    assert database.players(limit=2) == found[:2]
    assert database.players("ANN") == [player for player in found if player.name in ("Ann", "ANNA")]
    assert database.players("nobody") == []


def test_players_without_any_result(database: GameDatabase) -> None:
    database.add([record_from_moves(["f5"], black="Ann")], "")
    assert database.players() == [PlayerResults("Ann", 1, 0, 0, 0, None)]


def test_statistics(database: GameDatabase, games: list[GameRecord]) -> None:
    database.add([record_from_moves(["f5", "d6"], black="New", date="2020")], "one game")
    stats = database.stats()
    margins = [game.margin() for game in games]
    assert stats.games == len(games) + 1
    assert stats.kinds == tuple(
        (rules, size, 31 if (size, rules) == (8, "normal") else 30)
        for rules in RULES
        for size in ob.SIZES
    )
    assert stats.black_wins == sum(margin is not None and margin > 0 for margin in margins)
    assert stats.draws == margins.count(0)
    assert stats.white_wins == sum(margin is not None and margin < 0 for margin in margins)
    assert (stats.first_year, stats.last_year) == (1987, 2020)
    assert stats.players == 6
    assert stats.events == len({game.place for game in games})
    assert stats.sources == (("random", len(games)), ("one game", 1))
    names = [game.opening for game in database.games(limit=1000).games if game.opening]
    assert dict(stats.openings) == {name: names.count(name) for name in names}
