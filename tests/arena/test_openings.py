from collections.abc import Iterator
from pathlib import Path

import pytest

import obversi as ob
from obversi.arena import random_openings, read_openings, start_openings
from obversi.arena.openings import Openings
from obversi.rules import RULES, Rules


def positions_after(board: ob.Board, plies: int) -> Iterator[ob.Board]:
    if plies == 0 or board.is_over:
        if not board.is_over:
            yield board.canonical()
        return
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        yield from positions_after(after, plies - 1)


@pytest.mark.parametrize(("size", "plies"), [(4, 2), (6, 4), (8, 8)])
@pytest.mark.parametrize("rules", RULES)
def test_random_openings_have_the_given_plies(size: int, plies: int, rules: Rules) -> None:
    openings = random_openings(3, size=size, rules=rules, seed=5)
    assert (openings.size, openings.rules) == (size, rules)
    assert openings.origin == f"random, {plies} plies"
    assert len({board.canonical() for board in openings.boards}) == openings.distinct == 3
    for board in openings.boards:
        assert board.ply == plies
        assert board.root() == ob.Board(size, rules)
        assert not board.is_over


@pytest.mark.parametrize(("size", "plies"), [(4, 0), (4, 2), (4, 5), (6, 4), (8, 3)])
def test_if_there_are_fewer_all_are_found(size: int, plies: int) -> None:
    there = set(positions_after(ob.Board(size), plies))
    openings = random_openings(10_000, size=size, plies=plies, seed=5)
    assert {board.canonical() for board in openings.boards} == there
    assert len(openings.boards) == len(there)


def test_a_seed_repeats_them() -> None:
    first, again, other = (random_openings(20, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert [board.move_stack for board in first.boards] == [
        board.move_stack for board in again.boards
    ]
    assert set(first.boards) != set(other.boards)


def test_more_openings_than_exist_are_repeated_in_turn() -> None:
    openings = random_openings(3, size=4)
    a, b, c = openings.boards
    assert openings.take(2) == [a, b]
    assert openings.take(7) == [a, b, c, a, b, c, a]


def test_too_many_plies_leave_no_opening() -> None:
    with pytest.raises(ob.ObversiError, match="no random game on 4×4 goes on after 30 plies"):
        random_openings(1, size=4, plies=30)


@pytest.mark.parametrize("wrong", [{"plies": -1}, {"count": 0}, {"size": 5}, {"rules": "misere"}])
def test_invalid_settings_are_rejected(wrong: dict[str, object]) -> None:
    arguments: dict[str, object] = {"count": 1} | wrong
    with pytest.raises(ob.ObversiError):
        random_openings(**arguments)  # type: ignore[arg-type]


# From files


def read(path: Path, text: str, **options: object) -> Openings:
    path.write_text(text)
    return read_openings(path, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", RULES)
def test_a_file_of_games(tmp_path: Path, rules: Rules) -> None:
    file = tmp_path / "some.txt"
    openings = read(file, "f5d6c3\nf5f6\nf5d6c4d3\n", rules=rules, seed=1)
    assert openings.origin == str(file)
    assert sorted(map(len, (board.move_stack for board in openings.boards))) == [2, 3, 4]
    assert {board.rules for board in openings.boards} == {rules}


def test_size_comes_from_a_file_of_positions(tmp_path: Path) -> None:
    board = ob.Board(6, "reversed")
    board.push("b3")
    openings = read(tmp_path / "one.obf", f"{board.to_string()};\n", rules="reversed")
    assert openings.boards == (board,)


def test_the_rules_of_the_match_count(tmp_path: Path) -> None:
    cells = ob.Board(4).to_string().replace("X", "*").removesuffix(" *")
    game = f"(;GM[Othello]PB[]PW[]TY[4a]RE[?]BO[4 {cells} *]B[a2];)"
    assert read(tmp_path / "anti.ggf", game).rules == "normal"
    assert read(tmp_path / "anti.ggf", game, rules="reversed").rules == "reversed"


def test_games_are_cut(tmp_path: Path) -> None:
    openings = read(tmp_path / "some.txt", "f5d6c3\nf5f6\nd3c5\n", plies=1)
    assert [board.ply for board in openings.boards] == [1, 1, 1]
    assert openings.origin == f"{tmp_path / 'some.txt'}, 1 plies"
    assert openings.distinct == 1


def test_the_seed_decides_the_order(tmp_path: Path) -> None:
    text = "".join(f"{''.join(board.move_stack)}\n" for board in random_openings(30, seed=1).boards)
    first, again, other = (read(tmp_path / "30.txt", text, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first.boards != other.boards
    assert set(first.boards) == set(other.boards)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("f5d6\nf5f5\n", "line 2: ply 2: 'f5' cannot be played"),
        (f"{16 * 'X'} O;\n", "record 1: the game is over in this opening"),
        ("\n", "empty"),
        (f"{ob.Board(4).to_string()};\n{ob.Board(6).to_string()};\n", "4×4 and 6×6"),
    ],
)
def test_unusable_games_are_reported(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "openings.obf" if ";" in text else tmp_path / "openings.txt"
    with pytest.raises(ob.FormatError) as error:
        read(file, text)
    assert str(error.value).startswith(f"{file}: ")
    assert problem in str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"missing\.ggf"):
        read_openings(tmp_path / "missing.ggf")


@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_the_start_is_the_only_opening(size: int, rules: Rules) -> None:
    openings = start_openings(size, rules)
    assert openings == Openings((ob.Board(size, rules),), "the start")
    assert (openings.size, openings.rules, openings.distinct) == (size, rules, 1)
    assert openings.take(3) == 3 * [ob.Board(size, rules)]
