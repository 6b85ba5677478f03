"""The explorer by HTTP: what the book and the database say of positions."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from explorer_files import GAMES, random_record, write_book, write_games
from postgres_server import PostgresServer
from web_app import AppClient, app_client, error_of

import obversi as ob
from obversi.book import Book, shipped_book
from obversi.formats import GameRecord
from obversi.openings import name_of
from obversi.rules import RULES, Rules
from obversi.web.explorer import game_databases

Books = dict[tuple[int, Rules], Book]

KINDS = [(size, rules) for size in (4, 6, 8) for rules in RULES]


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Books:
    """Return the books that the app uses."""
    folder = tmp_path_factory.mktemp("books")
    found: Books = {}
    for size, rules in KINDS:
        if size == 8:
            write_book(folder / f"{rules}.obb", rules)
            book: Book | None = Book.open(folder / f"{rules}.obb")
        else:
            book = shipped_book(size, rules)
        assert book is not None
        found[size, rules] = book
    return found


@pytest.fixture(scope="module")
def database(module_store_place: Path | str) -> Path | str:
    """Games in a file, and in PostgreSQL."""
    write_games(module_store_place)
    return module_store_place


@pytest.fixture(scope="module")
def app(books: Books, database: Path | str) -> Iterator[AppClient]:
    own = [book for (size, _), book in books.items() if size == 8]
    with app_client(books=own, game_database=database) as client:
        yield client


def explored(app: AppClient, **game: object) -> dict[str, Any]:
    response = app.post("/api/explorer", json=game)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def explored_board(app: AppClient, board: ob.Board) -> dict[str, Any]:
    moves = "".join(move for move in board.move_stack if not move.is_pass)
    position = board.root().to_string()
    return explored(app, size=board.size, rules=board.rules, position=position, moves=moves)


def some_boards(size: int, rules: Rules, count: int = 12) -> Iterator[ob.Board]:
    """Yield positions near the start of random games, none of them with a pass to make."""
    for seed in range(count):
        random, board = Random(seed), ob.Board(size, rules)
        for _ in range(random.randint(0, 8)):
            if not board.is_over:
                board.push(random.choice(board.legal_moves))
        if not board.must_pass:
            yield board


@pytest.mark.few_cases
@pytest.mark.parametrize(("size", "rules"), KINDS)
def test_every_legal_move_has_the_books_value(
    app: AppClient, books: Books, size: int, rules: Rules
) -> None:
    book = books[size, rules]
    known = scored = 0
    for board in some_boards(size, rules):
        found = explored_board(app, board)
        legal = [] if board.is_over else board.legal_moves
        assert sorted(each["move"] for each in found["moves"]) == sorted(legal)
        in_book = {each["move"]: each["book"] for each in found["moves"] if each["book"]}
        assert in_book == {
            each.move: {
                "value": each.value,
                "exact": each.exact,
                "depth": each.depth,
                "selectivity": each.selectivity,
                "expanded": each.expanded,
                "games": each.games,
                "points": each.points,
            }
            for each in book.moves(board)
        }
        value = None if board.is_over else book.value(board)
        assert (found["book"] or {}).get("value") == value
        best = {each["move"] for each in found["moves"] if each["best"]}
        assert best == {each.move for each in book.best_moves(board)}
        known += bool(in_book)
        scored += sum(each["games"] > 0 for each in in_book.values())
    assert known > 1
    assert scored > 1 if size == 8 else scored == 0


@pytest.mark.parametrize("rules", RULES)
def test_values_are_exact_margins_on_4x4(app: AppClient, rules: Rules) -> None:
    board = ob.Board(4, rules)
    for move in ("b1", "a1"):
        board.push(move)
    with ob.Engine(hash_mb=1) as engine:
        margins = {str(line.move): line.margin for line in engine.solve(board, top="all").lines}
    found = explored_board(app, board)
    assert {each["move"]: each["book"]["value"] for each in found["moves"]} == margins
    assert all(each["book"]["exact"] for each in found["moves"])
    best = max(margins.values())
    assert found["book"]["value"] == best
    assert found["book"]["exact"]
    assert {each["move"] for each in found["moves"] if each["best"]} == {
        move for move, margin in margins.items() if margin == best
    }


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(("size", "rules"), KINDS)
def test_moves_are_sorted_by_value_then_by_games(app: AppClient, size: int, rules: Rules) -> None:
    for board in some_boards(size, rules):
        moves = explored_board(app, board)["moves"]
        known = [each for each in moves if each["book"]]
        assert moves[: len(known)] == known
        keys = [(-each["book"]["value"], -each["played"]["games"]) for each in known]
        assert keys == sorted(keys)
        games = [-each["played"]["games"] for each in moves[len(known) :]]
        assert games == sorted(games)


def slow_results(records: list[GameRecord], board: ob.Board, move: ob.Move) -> list[int]:
    """Count the games that reach an image of a position by an image of a move: won, drawn, lost."""
    after = board.copy()
    after.push(move)
    before, wanted = board.canonical(), after.canonical()
    margins = []
    for record in records:
        shown = list(record.boards())
        pairs = pairwise(shown)
        if any(one.canonical() == before and other.canonical() == wanted for one, other in pairs):
            margins.append(shown[-1].margin(board.turn))
    counts = [sum(sign * each > 0 for each in margins) for sign in (1, -1)]
    return [counts[0], sum(each == 0 for each in margins), counts[1], sum(margins)]


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(("size", "rules"), KINDS)
def test_games_are_counted_for_the_mover(app: AppClient, size: int, rules: Rules) -> None:
    records = [random_record(number, size, rules) for number in range(GAMES)]
    seen = 0
    for plies in (0, 1, 2, 3):
        board = next(each for each in records[plies].boards() if each.ply == plies)
        if board.must_pass:
            continue
        found = explored_board(app, board)
        for each in found["moves"]:
            won, drawn, lost, sum_of_margins = slow_results(records, board, ob.Move(each["move"]))
            games = won + drawn + lost
            assert each["played"] == {
                "games": games,
                "wins": won,
                "draws": drawn,
                "losses": lost,
                "mean_margin": pytest.approx(sum_of_margins / games) if games else None,
            }
            seen += games
    assert seen > GAMES


@pytest.mark.parametrize("rules", RULES)
def test_images_of_a_position_have_the_same_numbers(app: AppClient, rules: Rules) -> None:
    start = explored(app, rules=rules)
    assert start["games"] == GAMES
    rows = [{**each, "move": ""} for each in start["moves"]]
    assert rows == [rows[0]] * 4
    assert rows[0]["played"]["games"] == GAMES
    # The same opening by a mirrored order of moves.
    one, other = explored(app, rules=rules, moves="f5d6"), explored(app, rules=rules, moves="e6f4")
    assert one["opening"] == other["opening"] == "Perpendicular"
    assert (one["book"], one["games"]) == (other["book"], other["games"])
    mirrored = [{**each, "move": transposed(each["move"])} for each in one["moves"]]
    assert sorted(mirrored, key=square) == sorted(other["moves"], key=square)


def square(move: dict[str, Any]) -> str:
    name: str = move["move"]
    return name


def transposed(name: str) -> str:
    """Return the square beyond the diagonal from a1 to h8."""
    return "abcdefgh"[int(name[1]) - 1] + str("abcdefgh".index(name[0]) + 1)


def test_names_of_openings(app: AppClient) -> None:
    board = ob.Board()
    for move in ("f5", "d6", "c3", "d3"):
        board.push(move)
    found = explored_board(app, board)
    assert found["opening"] == "Perpendicular"
    names = {each["move"]: each["opening"] for each in found["moves"]}
    assert names["c4"] == "Tiger"
    for move, name in names.items():
        after = board.copy()
        after.push(move)
        assert name == name_of(after)
    small = explored(app, size=6)
    assert {each["opening"] for each in small["moves"]} == {None}


@pytest.mark.parametrize(("size", "rules"), KINDS)
def test_the_best_line_can_be_played(app: AppClient, books: Books, size: int, rules: Rules) -> None:
    found = explored(app, size=size, rules=rules)
    assert len(found["best_line"]) > 3
    board = ob.Board(size, rules)
    for move in found["best_line"]:
        if board.must_pass:
            board.push("pass")
        assert move in {each.move for each in books[size, rules].best_moves(board)}
        board.push(move)


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(("size", "rules"), KINDS)
def test_the_popular_line_has_the_most_games(app: AppClient, size: int, rules: Rules) -> None:
    line = explored(app, size=size, rules=rules)["popular_line"]
    assert len(line) > 2
    board = ob.Board(size, rules)
    for move in line:
        if board.must_pass:
            board.push("pass")
        played = {each["move"]: each["played"] for each in explored_board(app, board)["moves"]}
        assert played[move]["games"] == max(each["games"] for each in played.values()) > 1
        board.push(move)


@pytest.mark.parametrize("rules", RULES)
def test_passes_are_made(app: AppClient, rules: Rules) -> None:
    board = ob.Board(4, rules)
    random = Random(1)
    while not board.must_pass:
        if board.is_over:
            board = ob.Board(4, rules)
        board.push(random.choice(board.legal_moves))
    found = explored_board(app, board)
    board.push("pass")
    assert found["turn"] == ("black" if board.turn == ob.BLACK else "white")
    assert sorted(each["move"] for each in found["moves"]) == sorted(board.legal_moves)
    assert found["book"]["value"] == max(each["book"]["value"] for each in found["moves"])


def test_a_game_that_is_over(app: AppClient) -> None:
    assert explored(app, size=4, position="XXXXXXXXXXXXOOOO X") == {
        "turn": None,
        "opening": None,
        "book": None,
        "games": 0,
        "moves": [],
        "best_line": [],
        "popular_line": [],
        "problem": None,
    }


def test_a_position_that_is_not_in_the_book(app: AppClient) -> None:
    position = "O" * 8 + "X" * 8 + "-" * 48 + " O"
    found = explored(app, position=position)
    assert found["book"] is None
    assert len(found["moves"]) == 8
    assert {each["book"] for each in found["moves"]} == {None}
    assert {each["best"] for each in found["moves"]} == {False}
    assert (found["best_line"], found["popular_line"], found["games"]) == ([], [], 0)


def test_without_a_book(database: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.web.api.explorer.shipped_book", lambda *_: None)
    with app_client(game_database=database) as app:
        found = explored(app)
        assert found["book"] is None
        assert found["best_line"] == []
        assert [each["book"] for each in found["moves"]] == [None] * 4
        assert [each["played"]["games"] for each in found["moves"]] == [GAMES] * 4


def test_without_a_database() -> None:
    with app_client() as app:
        found = explored(app, size=6, rules="reversed")
        assert (found["games"], found["popular_line"], found["problem"]) == (None, [], None)
        assert [each["played"] for each in found["moves"]] == [None] * 4
        assert [each["book"]["value"] for each in found["moves"]] == [2] * 4


def test_a_lost_connection_is_made_again_after_some_seconds(
    postgres: PostgresServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(game_databases, "time", SimpleNamespace(monotonic=lambda: now[0]))
    place = postgres.new_place()
    write_games(place)
    with app_client(game_database=place) as app:
        assert explored(app)["games"] == GAMES
        postgres.stop()
        try:
            found = explored(app)
            # Nothing about other machines for visitors.
            assert found["problem"] == "the game database cannot be used now"
            assert "postgresql://obversi@/postgres cannot be used" in caplog.text
            assert (found["games"], len(found["moves"])) == (None, 4)
        finally:
            postgres.start()
        now[0] = 9.0
        assert explored(app)["problem"] == "the game database cannot be used now"
        now[0] = 11.0
        while explored(app)["problem"]:  # PostgreSQL may take a moment to start
            now[0] += 11.0
        assert explored(app)["games"] == GAMES
        app.post("/api/explorer", json={})
        [[connections]] = postgres.run_sql(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'obversi'"
        )
        assert connections == 1


def test_a_database_that_cannot_be_read_leaves_the_book(tmp_path: Path) -> None:
    broken = tmp_path / "games.db"
    broken.write_text("no database")
    for path in (broken, tmp_path / "missing.db"):
        with app_client(game_database=path) as app:
            found = explored(app, size=6)
            assert path.name in found["problem"]
            assert str(tmp_path) not in found["problem"]
            assert found["games"] is None
            assert [each["book"]["value"] for each in found["moves"]] == [-4] * 4


@pytest.mark.parametrize("path", ["/api/explorer", "/api/explorer/game"])
@pytest.mark.parametrize(
    ("body", "status", "where"),
    [
        ({"moves": "f5f5"}, 400, "moves"),
        ({"moves": 5}, 422, "moves"),
        ({"size": 5}, 422, "size"),
        ({"rules": "misere"}, 422, "rules"),
        ({"position": "XO"}, 400, "position"),
        ({"size": 6, "position": "-" * 64 + " X"}, 400, "position"),
        ({"depth": 5}, 422, "depth"),
        ([], 422, None),
    ],
)
def test_bad_requests_are_rejected(
    app: AppClient, path: str, body: object, status: int, where: str | None
) -> None:
    assert error_of(app.post(path, json=body))[::2] == (status, where)
