"""What is stored is read again as it was."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from stored_games import IDENTITIES, SETTINGS, add_tournament, game_of_number, openings_of

import obversi as ob
from obversi.agents.agent import FailureKind
from obversi.arena import Sprt, TimeControl
from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.store.store import Store
from obversi.arena.tournament.settings import Entrant
from obversi.formats.record import GameRecord, PlayedMove
from obversi.rules import RULES, Rules


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "arena.db") as opened:
        yield opened


# Games

optional_numbers = st.none() | st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(st.characters(codec="utf-8"), max_size=8)
notes = st.dictionaries(texts, texts | st.integers() | st.lists(texts, max_size=2), max_size=2)


@st.composite
def any_games(draw: st.DrawFn) -> PlayedGame:
    """Draw a game with anything in it that its types allow."""
    board = draw(st.from_type(ob.Board))
    numbers = st.lists(optional_numbers, min_size=board.ply, max_size=board.ply)
    whole_numbers = st.lists(
        st.none() | st.integers(min_value=0), min_size=board.ply, max_size=board.ply
    )
    colors = st.sampled_from([ob.BLACK, ob.WHITE])
    record = GameRecord(
        board.root(),
        tuple(
            map(
                PlayedMove,
                board.move_stack,
                draw(numbers),
                draw(numbers),
            )
        ),
        black=draw(texts),
        white=draw(texts),
        place=draw(texts),
        date=draw(texts),
        result=draw(st.none() | st.integers(-64, 64)),
        tags=draw(st.dictionaries(texts, texts, max_size=2)),
        values=draw(st.dictionaries(texts, st.integers(), max_size=2)),
    )
    return PlayedGame(
        number=draw(st.integers(0, 1 << 62)),
        pair=draw(st.integers(0, 1 << 62)),
        a_color=draw(colors),
        record=record,
        a=draw(st.integers(0, 2)),
        b=draw(st.integers(0, 2)),
        round=draw(st.integers(0, 1000)),
        a_limit=draw(optional_numbers),
        b_limit=draw(optional_numbers),
        failure=draw(st.none() | st.builds(Failure, colors, st.sampled_from(FailureKind), texts)),
        adjudicated=draw(st.booleans()),
        clocks=tuple(draw(numbers)),
        depths=tuple(draw(whole_numbers)),
        nodes=tuple(draw(whole_numbers)),
        seconds_taken=draw(st.floats(0, 1e9)),
        overhead=draw(st.floats(0, 1e9)),
        place=draw(texts),
        notes=draw(st.dictionaries(st.sampled_from(["black", "white"]), notes)),
    )


@settings(max_examples=15)
@given(st.lists(any_games(), max_size=4, unique_by=lambda game: game.number))
def test_games_come_back_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, games: list[PlayedGame]
) -> None:
    path = tmp_path_factory.mktemp("round trip") / "arena.db"
    with Store.open(path) as store:
        number = add_tournament(store)
        store.add_games(number, games)
    with Store.open(path, create=False) as store:
        assert store.games(number) == sorted(games, key=lambda game: game.number)


@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_each_size_and_rule_set_is_stored(store: Store, size: int, rules: Rules) -> None:
    number = add_tournament(store, size=size, rules=rules)
    games = [game_of_number(one, size=size, rules=rules) for one in range(1, 20)]
    store.add_games(number, games)
    read = store.games(number)
    assert read == games
    for one, other in zip(read, games, strict=True):
        assert (one.record.size, one.record.rules) == (size, rules)
        assert one.record.board().move_stack == other.record.board().move_stack
        assert (one.margin, one.points, one.ending) == (other.margin, other.points, other.ending)


@pytest.mark.long
def test_more_games_than_are_read_at_once(store: Store) -> None:
    number = add_tournament(store)
    games = [replace(game_of_number(one % 7), number=one) for one in range(1203)]
    store.add_games(number, reversed(games))
    assert list(store.each_game(number)) == games
    assert store.tournament(number).games == len(games)


def test_stored_game_is_not_overwritten(store: Store) -> None:
    number, other = add_tournament(store), add_tournament(store)
    first, second = game_of_number(1), game_of_number(2)
    store.add_games(number, [first])
    store.add_games(number, [replace(second, number=1), second, replace(first, number=2)])
    store.add_games(number, [])
    assert store.games(number) == [first, second]
    assert store.games(other) == []


def test_failed_insert_stores_nothing(store: Store) -> None:
    number = add_tournament(store)
    with pytest.raises(ob.ObversiError, match=r"arena\.db cannot be used: FOREIGN KEY"):
        store.add_games(number, [game_of_number(1), replace(game_of_number(2), a=9)])
    assert store.games(number) == []
    store.add_games(number, [game_of_number(1)])
    assert store.tournament(number).games == 1


def test_half_a_character_is_stored_as_a_question_mark(store: Store) -> None:
    entrants = (Entrant("a\udcff", "greedy\udcff"), *SETTINGS.entrants[1:])
    number = add_tournament(store, "\udcff x", entrants=entrants)
    game = game_of_number(3)
    broken = Failure(ob.BLACK, FailureKind.DEATH, "last words: \udcff")
    store.add_games(number, [replace(game, failure=broken)])
    assert store.games(number)[0].failure == Failure(ob.BLACK, FailureKind.DEATH, "last words: ?")
    stored = store.tournament(number)
    # The settings are compared with those of the next run, and stay what they were.
    assert (stored.name, stored.settings.entrants) == ("? x", entrants)


# Tournaments


@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_a_tournament_comes_back_as_it_was(store: Store, size: int, rules: Rules) -> None:
    settings = replace(SETTINGS, size=size, rules=rules)
    openings = openings_of(settings)
    number = store.add_tournament(settings, openings, IDENTITIES, "first one")
    stored = store.tournament(number)
    assert (stored.number, stored.name, stored.settings) == (1, "first one", settings)
    assert (stored.version, stored.ended, stored.games) == (ob.__version__, None, 0)
    assert stored.planned == 2 * 50 * 3
    assert stored.created.startswith("20")
    read = store.openings(number)
    assert read == openings
    assert [board.move_stack for board in read.boards] == [
        board.move_stack for board in openings.boards
    ]
    assert store.identities(number) == IDENTITIES


def test_a_tournament_is_found_by_number_name_or_as_the_last(store: Store) -> None:
    for name in ("spring", None, "spring", " autumn"):
        add_tournament(store, name)
    assert store.tournament().number == 4
    assert [store.tournament(which).number for which in (2, "2", "spring", " autumn ")] == [
        *(2, 2),
        *(3, 4),
    ]
    assert [stored.number for stored in store.tournaments()] == [1, 2, 3, 4]


def test_a_tournament_that_is_not_there(store: Store) -> None:
    with pytest.raises(ob.ObversiError, match=r"there is no tournament in .*arena\.db"):
        store.tournament()
    add_tournament(store, "spring")
    with pytest.raises(
        ob.ObversiError, match=r"no tournament '5' in .*arena\.db: there is 1 \(spring\)$"
    ):
        store.games(5)
    for _ in range(6):
        add_tournament(store)
    for missing in (
        lambda: store.openings(9),
        lambda: store.identities(9),
        lambda: store.end(9, ""),
    ):
        with pytest.raises(ob.ObversiError, match=r"the last are 3, 4, 5, 6, 7$"):
            missing()


@pytest.mark.parametrize("name", ["", "  ", "12", "two\nlines", "\x1b[31mred"])
def test_invalid_name_is_rejected(store: Store, name: str) -> None:
    with pytest.raises(ob.ObversiError, match="is not a name for a tournament"):
        add_tournament(store, name)
    assert store.tournaments() == []


def test_reason_for_the_end_is_stored(store: Store) -> None:
    number, other = add_tournament(store), add_tournament(store)
    store.end(number, "all games are played")
    assert store.tournament(number).ended == "all games are played"
    assert store.tournament(other).ended is None


def test_tournament_is_resumed_only_with_the_same_settings(store: Store) -> None:
    assert store.find(SETTINGS) is None
    for name, seed in (("a", 7), ("b", 8), ("a", 9)):
        add_tournament(store, name, seed=seed)
    sprt = Sprt(0, 5)
    two = SETTINGS.entrants[:2]
    store.add_tournament(
        replace(SETTINGS, entrants=two, sprt=sprt), openings_of(SETTINGS), IDENTITIES[:2]
    )

    def found(name: str | None = None, same_seed: bool = False, **changes: Any) -> int | None:
        stored = store.find(replace(SETTINGS, **changes), name=name, same_seed=same_seed)
        return None if stored is None else stored.number

    assert found() == found(seed=1) == 3
    assert found(name="b ") == found(seed=8, same_seed=True) == 2
    assert found(name="c") is found(seed=1, same_seed=True) is None
    assert found(entrants=two, sprt=sprt) == 4
    changes: list[dict[str, Any]] = [
        {"pairs": 51},
        {"form": "swiss"},
        {"rules": "reversed"},
        {"size": 6},
        {"time": TimeControl(seconds=60)},
        {"openings": "random, 9 plies"},
        {"adjudicate": 10},
        {"entrants": SETTINGS.entrants[::-1]},
        {"entrants": two},
    ]
    assert [found(**change) for change in changes] == [None] * len(changes)


def test_a_tournament_is_found_or_added(store: Store) -> None:
    openings = openings_of(SETTINGS)
    for seed, name, same_seed, number in (
        (7, None, False, 1),
        (8, None, False, 1),
        (8, None, True, 2),
        (8, "a", False, 3),
        (9, "a", False, 3),
    ):
        settings = replace(SETTINGS, seed=seed)
        found = store.find_or_add(settings, openings, IDENTITIES, name, same_seed=same_seed)
        assert found == store.tournament(number)
    assert store.tournament(3).settings.seed == 8
    assert len(store.tournaments()) == 3


# Agents that change


def changed(place: int, **facts: Any) -> list[dict[str, Any]]:
    return [
        identity | (facts if number == place else {}) for number, identity in enumerate(IDENTITIES)
    ]


def test_changed_agent_is_recorded_with_the_games_before(store: Store) -> None:
    number, other = add_tournament(store), add_tournament(store)
    store.add_games(number, map(game_of_number, range(1, 5)))
    store.note_changes(number, IDENTITIES)
    assert store.tournament(number).changes == ()
    second = changed(0, version="2", options={"depth": 3, "noise": 0.25})
    store.note_changes(number, second)
    store.add_games(number, map(game_of_number, range(5, 8)))
    third = changed(0, version="3", options={"depth": 3, "noise": 0.25})
    store.note_changes(number, third)
    with Store.open(store.path, create=False) as again:
        stored = again.tournament(number)
        assert [(one.agent, one.games, one.what, one.identity) for one in stored.changes] == [
            (0, 4, "options: depth, version", second[0]),
            (0, 7, "version", third[0]),
        ]
        assert list(stored.change_notes) == [
            "one has changed after 4 games: options: depth, version; all games count equally",
            "one has changed after 7 games: version; all games count equally",
        ]
        assert again.identities(number) == IDENTITIES
        assert again.last_identities(number) == third
        assert again.tournament(other).changes == ()
        assert again.last_identities(other) == IDENTITIES


def test_change_before_the_first_game_is_not_recorded(store: Store) -> None:
    number = add_tournament(store)
    store.note_changes(number, changed(1, version="2"))
    assert store.tournament(number).changes == ()
    assert store.identities(number) == store.last_identities(number) == changed(1, version="2")
    store.add_games(number, [game_of_number(1)])
    store.note_changes(number, changed(1, version="3"))
    store.note_changes(number, changed(1, version="4"))
    [change] = store.tournament(number).changes
    assert (change.games, change.identity["version"]) == (1, "4")
    store.note_changes(number, changed(1, version="2"))
    assert store.tournament(number).changes == ()


def test_agents_that_change_together_share_a_note(store: Store) -> None:
    number = add_tournament(store)
    store.add_games(number, [game_of_number(1)])
    store.note_changes(number, [identity | {"version": "2"} for identity in IDENTITIES])
    assert list(store.tournament(number).change_notes) == [
        "one and 2 others have changed after 1 game: version; all games count equally"
    ]


def test_other_programs_can_read_it(store: Store) -> None:
    """The tables are those of the documented schema."""
    number = add_tournament(store)
    game = game_of_number(4)
    store.add_games(number, [game])
    with closing(sqlite3.connect(f"file:{store.path}?mode=ro", uri=True)) as connection:
        moves, result, clock = connection.execute(
            "SELECT moves, result, json_extract(clocks, '$[7]') FROM game"
        ).fetchone()
    assert moves.split() == [str(played.move) for played in game.record.moves]
    assert (result, clock) == (game.record.result, game.clocks[7])
