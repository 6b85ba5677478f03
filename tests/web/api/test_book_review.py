"""Games by the book: the move that left it, and what moves lost."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from explorer_files import write_book
from web_app import AppClient, app_client

import obversi as ob
from obversi.book import Book, shipped_book
from obversi.rules import RULES, Rules

KINDS = [(size, rules) for size in (4, 6, 8) for rules in RULES]


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Book]:
    """Return small books of 8×8."""
    folder = tmp_path_factory.mktemp("books")
    for rules in RULES:
        write_book(folder / f"{rules}.obb", rules)
    return {rules: Book.open(folder / f"{rules}.obb") for rules in RULES}


@pytest.fixture(scope="module")
def app(books: dict[str, Book]) -> Iterator[AppClient]:
    with app_client(books=list(books.values())) as client:
        yield client


def reviewed(app: AppClient, **game: object) -> dict[str, Any]:
    response = app.post("/api/explorer/game", json=game)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def random_game(size: int, rules: Rules, seed: int, book: Book) -> ob.Board:
    """Play by the book at first, mostly its better moves, then at random."""
    random, board = Random(seed), ob.Board(size, rules)
    while not board.is_over and board.ply < 24:
        known = book.moves(board)
        by_book = known and random.random() < 0.8
        choices = [each.move for each in known[:2]] if by_book else board.legal_moves
        board.push(random.choice(choices))
    return board


def book_of(books: dict[str, Book], size: int, rules: Rules) -> Book:
    book = books[rules] if size == 8 else shipped_book(size, rules)
    assert book is not None
    return book


@pytest.mark.few_cases
@pytest.mark.parametrize(("size", "rules"), KINDS)
def test_the_move_that_left_the_book(
    app: AppClient, books: dict[str, Book], size: int, rules: Rules
) -> None:
    book = book_of(books, size, rules)
    departures = 0
    for seed in range(12):
        board = random_game(size, rules, seed, book)
        moves = "".join(move for move in board.move_stack if not move.is_pass)
        found = reviewed(app, size=size, rules=rules, moves=moves)
        if board.must_pass:
            board.push("pass")  # the app makes it too
        *_, last = steps = list(follow(board, book))
        assert [loss["ply"] for loss in found["losses"]] == [
            before.ply + 1
            for before, move, is_in_book in steps
            if is_in_book and loss_of(book, before, move) > 0
        ]
        for loss in found["losses"]:
            before, move, _ = steps[loss["ply"] - 1]
            assert (loss["move"], loss["lost"]) == (move, loss_of(book, before, move))
            assert not loss["or_more"]
            assert loss["best"] == [each.move for each in book.best_moves(before)]
        before, move, is_in_book = last
        if is_in_book:
            assert found["left"] is None
            continue
        departures += 1
        left = found["left"]
        best = book.value(before)
        assert best is not None
        assert (left["ply"], left["move"]) == (before.ply + 1, move)
        assert left["mover"] == ("black" if before.turn == ob.BLACK else "white")
        earlier = [each for each in board.move_stack[: before.ply] if not each.is_pass]
        assert found["followed"] == len(earlier)
        assert left["number"] == len(earlier) + (not move.is_pass)
        known = {each.move: each for each in book.moves(before)}
        leaf = [each for each in known.values() if not each.expanded]
        assert left["or_more"] == (move not in known and bool(leaf))
        value = known[move].value if move in known else leaf[0].value if leaf else None
        assert left["lost"] == (None if value is None else best - value)
    assert departures == 0 if size == 4 else departures > 0


def follow(board: ob.Board, book: Book) -> Iterator[tuple[ob.Board, ob.Move, bool]]:
    """Yield positions of a game with the next move, and whether the book has what follows."""
    shown = board.root()
    for move in board.move_stack:
        before = shown.copy()
        shown.push(move)
        is_in_book = shown.is_over or shown in book
        yield before, move, is_in_book
        if not is_in_book:
            return


def loss_of(book: Book, before: ob.Board, move: ob.Move) -> int:
    after = before.copy()
    after.push(move)
    value, next_value = book.value(before), book.value(after)
    assert value is not None
    if after.is_over:
        return value - after.margin(before.turn)
    assert next_value is not None
    return value + next_value


def test_the_texts_of_losses(app: AppClient) -> None:
    # In perfect play black loses by 10; white's b4 gives 22 discs away.
    found = reviewed(app, size=4, moves="d3b4a1d2d4b1d1a2a4c1c4")
    assert found["text"] == "The book has all 11 moves of the game."
    assert found["losses"][0]["text"] == "move 2 (white b4, −22; the book has d4)"
    assert [loss["number"] for loss in found["losses"]] == [2, 3, 4, 5, 6]
    assert reviewed(app, size=4, moves="d3")["text"] == "The book has the only move of the game."


def texts(app: AppClient, books: dict[str, Book]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the moves that left the book in many games, with the texts."""
    for size, rules in KINDS[2:]:
        for seed in range(40):
            board = random_game(size, rules, seed, book_of(books, size, rules))
            moves = "".join(move for move in board.move_stack if not move.is_pass)
            found = reviewed(app, size=size, rules=rules, moves=moves)
            if found["left"] is not None:
                yield found["left"], found["text"]


@pytest.mark.long
def test_the_texts_of_departures(app: AppClient, books: dict[str, Book]) -> None:
    kinds = set()
    for left, text in texts(app, books):
        who = f"{left['mover']} {left['move']}"
        best = " or ".join(left["best"])
        if not left["best"]:
            kinds.add("edge")
            assert text == f"The book ends after move {left['number'] - 1}."
            continue
        if left["move"] in left["best"]:
            kinds.add("end")
            assert text == f"The book ends at move {left['number']} ({who}, its best move)."
            continue
        worse = " or worse" if left["or_more"] else ""
        kinds.add(worse if left["lost"] else "unknown")
        cost = f", −{left['lost']}{worse}" if left["lost"] else ""
        assert text == f"Left the book at move {left['number']} ({who}{cost}; the book has {best})."
    assert kinds >= {"edge", "end", "", " or worse"}


def test_a_game_that_does_not_begin_in_the_book(app: AppClient) -> None:
    position = "O" * 8 + "X" * 8 + "-" * 48 + " O"
    found = reviewed(app, position=position, moves="a3")
    assert found == {
        "followed": 0,
        "left": None,
        "losses": [],
        "text": "The book does not have the first position.",
    }


def test_without_a_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.web.api.explorer.shipped_book", lambda *_: None)
    with app_client() as app:
        assert reviewed(app, moves="f5d6")["text"] == "There is no book for normal 8×8."
        small = reviewed(app, rules="reversed", size=6, moves="c2")
        assert small["text"] == "There is no book for reversed 6×6."


def test_a_book_of_ones_own_replaces_that_of_the_package(app: AppClient, tmp_path: Path) -> None:
    write_book(tmp_path / "other.obb", "normal", positions=2)
    with app_client(books=[Book.open(tmp_path / "other.obb")]) as other:
        moves = {"moves": "f5d6c3d3"}
        assert reviewed(other, **moves)["followed"] < reviewed(app, **moves)["followed"]
