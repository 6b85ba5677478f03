"""The moves of positions, and who played them, against slow and obvious code."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest

import obversi as ob
from obversi import batch
from obversi.database import GameDatabase, GameFilter
from obversi.database.canonical import canonical, keys, move_images, transformed
from obversi.database.results import MoveResults, ResultsByMove
from obversi.formats import GameRecord, record_from_moves
from obversi.openings import OPENINGS, name_of
from obversi.rules import RULES, Rules

Games = Callable[..., list[GameRecord]]

KINDS = [(size, rules) for size in ob.SIZES for rules in RULES]


# Positions and symmetries


@pytest.mark.parametrize("size", ob.SIZES)
def test_images_and_their_symmetries(size: int) -> None:
    random = Random(size)
    boards = [random_board(random, size, "normal") for _ in range(50)]
    positions = batch.from_boards(boards)
    for symmetry in ob.Symmetry:
        images = [board.transform(symmetry).bits for board in boards]
        assert transformed(positions, symmetry, size).tolist() == [list(bits) for bits in images]
    found = canonical(positions, size)
    assert (found.positions == batch.canonical(positions, size)).all()
    for board, image, symmetry in zip(boards, found.positions, found.symmetries, strict=True):
        assert board.transform(int(symmetry)).bits == tuple(image)


@pytest.mark.parametrize("size", ob.SIZES)
def test_images_of_moves(size: int) -> None:
    for symmetry in ob.Symmetry:
        images = move_images(size)[symmetry]
        for place in range(size**2):
            move = ob.Move.at(*divmod(place, size))
            assert images[move.square_index] == symmetry.move(move, size).square_index
        assert images[64] == 64
        assert images[255] == 255


def test_keys_tell_positions_movers_sizes_and_rules_apart() -> None:
    random = Random(1)
    boards = {random_board(random, size, rules) for size, rules in KINDS for _ in range(500)}
    boards |= {
        ob.Board.parse(board.to_string()[:-1] + mover, board.rules)
        for board in boards
        for mover in "XO"
    }
    found = {
        int(
            keys(
                np.array([board.bits], np.uint64),
                np.array([board.turn], np.int8),
                board.size,
                board.rules,
            )[0]
        )
        for board in boards
    }
    assert len(found) == len(boards)


def random_board(random: Random, size: int, rules: Rules) -> ob.Board:
    board = ob.Board(size, rules)
    for _ in range(random.randrange(size**2)):
        if not board.is_over:
            board.push(random.choice(board.legal_moves))
    return board.copy(stack=False)


# Moves


def visits(games: list[GameRecord], board: ob.Board) -> Iterator[tuple[GameRecord, ob.Move | None]]:
    """The games that reach a position, and their moves there as moves of the board."""
    for game in games:
        for ply, position in enumerate(game.boards()):
            if len(position.empty) != len(board.empty):
                continue
            ways = [way for way in ob.Symmetry if position.transform(way) == board]
            if ways and ply == len(game.moves):
                yield game, None
            elif ways:
                played = game.moves[ply].move
                images = [way.move(played, board.size) for way in ways]
                yield game, min(images, key=lambda move: (move[1:], move))


def slow_moves(games: list[GameRecord], board: ob.Board) -> tuple[list[MoveResults], int]:
    margins = defaultdict(list)
    total = 0
    for game, move in visits(games, board):
        total += 1
        if move is not None:
            margin = game.margin()
            margins[move].append(None if margin is None else -board.turn * margin)
    moves = []
    for move, all_margins in margins.items():
        known = [margin for margin in all_margins if margin is not None]
        moves.append(
            MoveResults(
                move,
                len(all_margins),
                sum(margin > 0 for margin in known),
                sum(margin == 0 for margin in known),
                sum(margin < 0 for margin in known),
                sum(known) / len(known) if known else None,
            )
        )
    return moves, total


def check_moves(database: GameDatabase, games: list[GameRecord], board: ob.Board) -> None:
    expected, total = slow_moves(games, board)
    found = database.moves(board)
    assert isinstance(found, ResultsByMove)
    assert sorted(found, key=lambda played: played.move) == sorted(
        expected, key=lambda played: played.move
    )
    assert found.games == total == database.games(GameFilter(position=board)).total
    counts = [played.games for played in found]
    assert counts == sorted(counts, reverse=True)


def boards_of(games: list[GameRecord], random: Random, count: int) -> list[ob.Board]:
    """Positions of games, mirrored and turned."""
    every = [board for game in games for board in game.boards()]
    return [board.transform(random.randrange(8)) for board in random.sample(every, count)]


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(("size", "rules"), KINDS)
def test_moves_are_those_of_slow_code(
    database: GameDatabase, random_games: Games, size: int, rules: Rules
) -> None:
    games = random_games(60 if size == 4 else 25, size=size, rules=rules, other_starts=0.3)
    others = random_games(20, size=size, rules=RULES[1 - RULES.index(rules)])
    assert database.add([*games, *others], "random").added == len(games) + len(others)
    random = Random(size)
    boards = [ob.Board(size, rules), *boards_of(games, random, 25)]
    boards += [random_board(random, size, rules) for _ in range(5)]
    for board in boards:
        check_moves(database, games, board)


@pytest.mark.few_cases
def test_each_position_of_a_long_game_is_found(database: GameDatabase, random_games: Games) -> None:
    games = [game for game in random_games(40) if len(game.moves) > 55][:10]
    database.add(games, "random")
    for board in games[0].boards():
        assert games[0] in [
            game.record for game in database.games(GameFilter(position=board)).games
        ]
        check_moves(database, games, board)


def games_with_a_pass() -> list[GameRecord]:
    """A game with a pass in its middle, and its parts around the pass."""
    random = Random(5)
    while True:
        board = ob.Board(6, "reversed")
        while not board.is_over:
            board.push(random.choice(board.legal_moves))
        moves = board.move_stack
        if ob.PASS in moves[:-1]:
            ply = moves.index(ob.PASS)
            lengths = (len(moves), ply, ply + 1, ply + 2)
            start = ob.Board(6, "reversed")
            return [record_from_moves(moves[:length], start) for length in lengths]


def test_before_and_after_a_pass(database: GameDatabase) -> None:
    games = games_with_a_pass()
    assert [len(game.moves) for game in games[1:]] == [
        games[1].board().ply + more for more in range(3)
    ]
    assert database.add(games, "passes").added == 4
    before, after = games[1].board(), games[2].board()
    [must_pass] = database.moves(before)
    assert (must_pass.move, must_pass.games, database.moves(before).games) == (ob.PASS, 3, 4)
    assert database.moves(after).games == 3
    for board in games[0].boards():
        check_moves(database, games, board)


def test_the_four_first_moves_are_one(database: GameDatabase) -> None:
    first = [record_from_moves([move], black=move) for move in ("d3", "c4", "f5", "e6", "f5")]
    assert database.add(first, "").added == 4
    [played] = database.moves(ob.Board())
    assert (played.move, played.games) == ("d3", 4)
    # White has three replies that are not images of each other.
    replies = [
        record_from_moves(moves, white=f"{moves}")
        for moves in (("d3", "c3"), ("c4", "c3"), ("f5", "f6"), ("f5", "d6"), ("e6", "f4"))
    ]
    database.add(replies, "")
    board = ob.Board()
    board.push("e6")
    assert {played.move: played.games for played in database.moves(board)} == {
        "f6": 3,
        "f4": 2,
    }
    check_moves(database, [*first[:4], *replies], board)


def test_a_position_in_no_game(database: GameDatabase, random_games: Games) -> None:
    board = random_games(1, seed=7)[0].board()
    assert database.moves(board) == []
    database.add(random_games(5), "")
    assert database.moves(board) == []
    assert database.moves(board).games == 0
    assert database.movers(board) == []


# Players of moves


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
def test_movers_are_those_of_slow_code(
    database: GameDatabase, random_games: Games, rules: Rules
) -> None:
    games = random_games(80, size=4, rules=rules)
    database.add(games, "random")
    for board in boards_of(games, Random(3), 20):
        expected: dict[ob.Move | None, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for game, move in visits(games, board):
            name = game.black if board.turn == ob.BLACK else game.white
            for kind in {move, None}:
                expected[kind][name] += bool(name)
        for move in (None, *(played.move for played in database.moves(board))):
            movers = database.movers(board, move, limit=99)
            found = {player.name: player.games for player in movers}
            assert found == {name: games for name, games in expected[move].items() if games}
            assert list(found.values()) == sorted(found.values(), reverse=True)
            if move is not None:
                names = [player.name for player in movers]
                assert [player.name for player in database.movers(board, move, limit=2)] == names[
                    :2
                ]


def test_the_strongest_movers_come_first(database: GameDatabase) -> None:
    def game(black: str, result: int, number: int) -> GameRecord:
        return record_from_moves(
            ["f5", "d6"], black=black, white="x", place=f"{number}", result=result
        )

    games = [game("strong", 10, number) for number in range(9)]
    games += [game("weak", -10, number) for number in range(12)]
    games += [game("once", 64, 0)]
    database.add(games, "")
    board = ob.Board()
    assert [p.name for p in database.movers(board)] == ["weak", "strong", "once"]
    assert [p.name for p in database.movers(board, by="strength")] == ["strong", "once", "weak"]
    assert [p.name for p in database.players(by="strength")] == ["strong", "once", "x", "weak"]


# Openings


def test_openings_have_the_names_of_the_package(
    database: GameDatabase, random_games: Games
) -> None:
    games = [
        game
        for size, rules in KINDS[1:]
        for game in random_games(30, size=size, rules=rules, other_starts=0.1)
    ]
    named = [record_from_moves(opening.moves, black="x") for opening in OPENINGS]
    database.add([*games, *named], "")
    found = database.games(limit=1000).games
    assert [game.opening for game in found] == [
        name_of(game.record.board()) or "" for game in found
    ]
    assert sum(bool(game.opening) for game in found) > 60
    assert len({game.opening for game in found}) > 20
