"""The suites of the package: what they hold, and that their margins are right."""

from collections import Counter
from collections.abc import Iterator

import endgames
import pytest

import obversi as ob
from obversi import suites
from obversi.formats import GameRecord
from obversi.machine import core_count

MOST_EMPTIES_SOLVED_AGAIN = 14
MOST_EMPTIES_PLAYED_OUT = 12


@pytest.fixture(scope="module")
def engine() -> Iterator[ob.Engine]:
    with ob.Engine(hash_mb=16) as engine:
        yield engine


def short(name: str, most_empties: int) -> list[GameRecord]:
    found = [record for record in suites.read(name) if len(record.start.empty) <= most_empties]
    assert len(found) >= 5
    return found


@pytest.mark.parametrize("name", suites.SUITES)
def test_the_positions_are_of_their_kind(name: str) -> None:
    records = suites.read(name)
    assert 40 <= len(records) <= 60
    for record in records:
        assert name == f"{record.rules}-{record.size}x{record.size}"
        assert not record.start.problems()
        assert record.moves == ()
    empties = [len(record.start.empty) for record in records]
    assert empties == sorted(empties)
    assert set(empties) == set(range(12, 25))
    assert all(f"{n} empty" in r.tags["comment"] for n, r in zip(empties, records, strict=True))


@pytest.mark.parametrize("name", suites.SUITES)
def test_no_two_are_alike(name: str) -> None:
    records = suites.read(name)
    assert len({record.start.canonical() for record in records}) == len(records)
    games = Counter(record.tags["comment"].rpartition("game ")[2] for record in records)
    assert set(games.values()) == {1}


@pytest.mark.parametrize("name", suites.SUITES)
def test_every_legal_move_has_a_margin_and_there_is_a_choice(name: str) -> None:
    for record in suites.read(name):
        assert sorted(record.values) == sorted(map(str, record.start.legal_moves))
        assert len(record.values) >= 3
        assert len(set(record.values.values())) > 1
        assert all(abs(margin) <= record.size**2 for margin in record.values.values())


def test_both_sides_are_to_move() -> None:
    for name in suites.SUITES:
        assert {record.start.turn for record in suites.read(name)} == {ob.BLACK, ob.WHITE}


@pytest.mark.parametrize("name", suites.SUITES)
def test_the_short_ones_are_solved_again(engine: ob.Engine, name: str) -> None:
    for record in short(name, MOST_EMPTIES_SOLVED_AGAIN):
        lines = engine.solve(record.start, top="all").lines
        assert {str(line.move): line.margin for line in lines} == record.values


# From 16 empty squares on, threads share nodes, and a selective search would leave moves out.
@pytest.mark.few_cases(2)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", suites.SUITES)
def test_the_long_ones_are_solved_again_on_any_number_of_threads(name: str, threads: int) -> None:
    if threads > core_count():
        pytest.skip("there is one core only")
    with ob.Engine(threads, hash_mb=16) as engine:
        for record in suites.read(name):
            if 16 <= len(record.start.empty) <= 18:
                analysis = engine.solve(record.start)
                best = max(record.values.values())
                assert analysis.margin == best == record.values[analysis.move], str(record.start)


@pytest.mark.few_cases
@pytest.mark.parametrize("name", suites.SUITES)
def test_slow_code_agrees_near_the_end_of_every_line(engine: ob.Engine, name: str) -> None:
    for record in short(name, MOST_EMPTIES_PLAYED_OUT):
        for move, margin in record.values.items():
            board = record.start.copy()
            board.push(move)
            while not board.is_over and len(board.empty) > endgames.EMPTIES[board.size]:
                board.push(engine.solve(board).move)
            for_the_mover = margin if board.turn == record.start.turn else -margin
            if board.is_over:
                assert board.margin() == for_the_mover
            else:
                assert max(endgames.margins(board).values()) == for_the_mover


def test_an_unknown_name_is_rejected() -> None:
    for ask in (suites.read, suites.path_of, suites.rules_of):
        with pytest.raises(ob.ObversiError, match="'reversed-4x4' is no suite: expected one of"):
            ask("reversed-4x4")
