"""``obversi book``: looking up openings, describing books, and wrong input."""

import json
import re
from pathlib import Path

import pytest
from book.commands import STEPS, Command, complaint, good, make_books
from book.slow_books import SlowBook

import obversi as ob
from obversi import Board
from obversi.analysis import margin_text
from obversi.book import Book, shipped_book
from obversi.book.editing import read_graph, root_of
from obversi.book.store import BookStore
from obversi.rules import Rules


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_books(tmp_path_factory.mktemp("books"))


# Help


def test_without_a_step_there_is_help(obversi: Command) -> None:
    text = good(obversi("book"))
    assert text == good(obversi("book", "--help"))
    for step in STEPS:
        assert f"\n  {step} " in text
    assert "obversi book f5d6c3" in text


@pytest.mark.parametrize("step", STEPS)
def test_every_step_has_help(obversi: Command, step: str) -> None:
    text = good(obversi("book", step, "--help"))
    assert text.startswith(f"Usage: obversi book {step} ")


# Looking up


@pytest.mark.few_cases
@pytest.mark.parametrize(("name", "rules"), [("6", "normal"), ("r6", "reversed")])
def test_the_moves_of_a_position(obversi: Command, folder: Path, name: str, rules: Rules) -> None:
    path = folder / f"{name}.obb"
    book = Book.open(path)
    options = ("--book", str(path), "--size", "6", "--rules", rules)
    for position in ([], ["show"], ["c2"], ["show", "d5"]):
        board = Board(6, rules)
        if position and position[-1] != "show":
            board.push(position[-1])
        head, columns, *rows, line = good(obversi("book", *position, *options)).splitlines()
        assert head.startswith(board.status())
        assert columns.split() == ["move", "value", "depth"]
        known = book.moves(board)
        assert len(rows) == len(known) > 1
        for row, move in zip(rows, known, strict=True):
            value = margin_text(move.value)
            shown = value if move.expanded else f"({value})"
            assert row.split(maxsplit=2) == [move.move, shown, move.certainty]
        assert line == f"best line: {' '.join(book.line(board))}"


def test_moves_that_lead_out_are_in_brackets(obversi: Command, folder: Path) -> None:
    path = folder / "6.obb"
    book = Book.open(path)
    graph = book.graph()
    slow = SlowBook.of(graph)
    board = next(
        board for board in slow.boards() if len(slow.moves(board)) > 1 and slow.leaf(board)
    )
    text = good(obversi("book", board.to_string(), "--book", str(path)))
    assert re.search(r"^\w\d +\([+-]?\d+\)  2\b", text, re.MULTILINE)
    assert text == good(obversi("book", "show", board.to_string(), "--book", str(path)))


def test_json(obversi: Command, folder: Path) -> None:
    path = folder / "6.obb"
    book = Book.open(path)
    board = Board(6)
    board.push("c2")
    for file in (path, folder / "6.db"):
        found = json.loads(
            good(obversi("book", "c2", "--size", "6", "--book", str(file), "--json"))
        )
        assert found == {
            "position": board.to_string(),
            "rules": "normal",
            "value": book.value(board),
            "exact": False,
            "moves": [
                {
                    "move": move.move,
                    "value": move.value,
                    "exact": move.exact,
                    "depth": move.depth,
                    "selectivity": move.selectivity,
                    "expanded": move.expanded,
                    "games": 0,
                    "points": 0.0,
                }
                for move in book.moves(board)
            ],
            "line": book.line(board),
        }


@pytest.mark.parametrize(("rules", "value"), [("normal", -10), ("reversed", 4)])
def test_the_books_of_the_package(obversi: Command, rules: Rules, value: int) -> None:
    text = good(obversi("book", "show", "--size", "4", "--rules", rules))
    assert f"  {value:+d}  exact" in text
    found = json.loads(good(obversi("book", "show", "--size", "4", "--rules", rules, "--json")))
    assert (found["value"], found["exact"]) == (value, True)
    assert [move["value"] for move in found["moves"]] == [value] * 4
    board = Board(4, rules)
    for move in found["line"]:
        board.push(move)
    assert board.is_over


def test_a_position_that_is_not_there(obversi: Command, folder: Path) -> None:
    board = Board(6)
    while board in Book.open(folder / "6.obb"):
        board.push(board.legal_moves[-1])
    options = (board.to_string(), "--book", str(folder / "6.obb"))
    *_, last = good(obversi("book", *options)).splitlines()
    assert last == "the book does not have this position"
    found = json.loads(good(obversi("book", *options, "--json")))
    assert (found["value"], found["moves"], found["line"]) == (None, [], [])


def test_a_position_of_which_only_the_value_is_known(obversi: Command) -> None:
    book = shipped_book(6, "normal")
    assert book is not None
    boards = SlowBook.of(book.graph()).boards()
    board = next(board for board in boards if not book.moves(board))
    value = book.value(board)
    assert value is not None
    *_, last = good(obversi("book", board.to_string())).splitlines()
    shown = margin_text(value)
    assert last == f"the position is worth {shown}; the book does not say by which move"


def test_an_opening_is_named(obversi: Command, folder: Path) -> None:
    head, *_ = good(obversi("book", "f5f6", "--book", str(folder / "8.obb"))).splitlines()
    assert head.endswith("  Diagonal")


# Describing


def test_stats(obversi: Command, folder: Path) -> None:
    graph = read_graph(folder / "6.obb")
    for name in ("6.obb", "6.db"):
        found = json.loads(good(obversi("book", "stats", str(folder / name), "--json")))
        assert (found["rules"], found["size"], found["positions"]) == ("normal", 6, 40)
        assert found["start"] == graph.values[root_of(graph)]
        assert found["positions_by_ply"][0] == 1
        assert sum(found["positions_by_ply"]) == 40
        assert found["exact"] == sum(found["exact_by_ply"]) == 0
        assert found["searches_by_depth"] == {"2": int(graph.has_leaf.sum())}
        head, start, columns, *rows = good(
            obversi("book", "stats", str(folder / name))
        ).splitlines()
        assert head == "normal 6×6, 40 positions"
        assert start == f"the start is worth {margin_text(found['start'])}"
        assert columns.split() == ["ply", "positions", "exact"]
        assert [list(map(int, row.split())) for row in rows] == [
            [ply, count, 0] for ply, count in enumerate(found["positions_by_ply"]) if count
        ]


def test_stats_of_an_exact_book(obversi: Command) -> None:
    path = Path(ob.__file__).parent / "book" / "4x4-normal.obb"
    found = json.loads(good(obversi("book", "stats", str(path), "--json")))
    assert found["exact"] == found["positions"] > 10_000
    assert found["exact_by_ply"] == found["positions_by_ply"]
    assert found["searches_by_depth"] == {}


def test_stats_before_the_first_search(obversi: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    BookStore.create(path, 6, "normal", {}).close()
    line = complaint(obversi("book", "stats", str(path)))
    assert "does not have the start of the game" in line


def test_verify(obversi: Command, folder: Path) -> None:
    path = str(folder / "6.obb")
    options = ("--sample", "12", "--deeper", "1", "--hash-mb", "4")
    found = json.loads(good(obversi("book", "verify", path, *options, "--json")))
    assert (found["sample"], found["deeper"]) == (12, 1)
    assert 0 <= found["mean_change"] <= found["largest_change"]
    assert 0 <= found["best_move_kept"] <= 1
    text = good(obversi("book", "verify", path, *options))
    assert text.startswith(
        f"12 positions, 1 plies deeper: the value changed by {found['mean_change']:.2f} discs on "
        f"average, {found['largest_change']} at most; the best move was kept in "
    )
    exact = Path(ob.__file__).parent / "book" / "4x4-normal.obb"
    assert good(obversi("book", "verify", str(exact))) == "every position of this book is exact\n"


def test_report(obversi: Command, folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "openings.md"
    assert good(obversi("book", "report", str(page), str(folder / "8.obb"))) == ""
    assert page.read_text().startswith("# Openings\n")
    line = complaint(obversi("book", "report", str(page), str(folder / "6.obb")))
    assert "needs books of 8×8" in line


# Errors


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["nonsense"], "'nonsense'"),
        (["grwo", "my.db"], "there is no command 'grwo': did you mean 'grow'?"),
        (["show", "f5", "--book", "missing.obb"], "missing.obb"),
        (["f5", "--book", "{6.obb}"], "6.obb is for normal 6×6, not for normal 8×8"),
        (
            ["c2", "--size", "6", "--rules", "reversed", "--book", "{6.db}"],
            "6.db is for normal 6×6",
        ),
        (["f5", "--book", "{games.txt}"], "games.txt is no book"),
        (["f5", "extra"], "extra"),
        (["f5", "--rules", "chess"], "chess"),
        (["stats"], "FILE"),
        (["stats", "missing.db"], "missing.db cannot be read"),
        (["stats", "{games.txt}"], "games.txt is no book"),
        (["grow", "{new.db}"], "a book needs an end of its growth: give --positions or --minutes"),
        (
            ["grow", "{new.db}", "--positions", "-1"],
            "'--positions': '-1' is not a whole number from 0",
        ),
        (["grow", "{new.db}", "--positions", "many"], "many"),
        (
            ["grow", "{new.db}", "--positions", "5", "--depth", "0"],
            "'--depth': '0' is not a whole number from 1",
        ),
        (
            ["grow", "{new.db}", "--positions", "5", "--round", "0"],
            "'--round': '0' is not a whole number from 1",
        ),
        (
            ["grow", "{new.db}", "--positions", "5", "--strict", "nan"],
            "'--strict': 'nan' is not a number from 0",
        ),
        (
            ["grow", "{new.db}", "--positions", "5", "--threads", "0"],
            "'--threads': '0' is not a whole number from 1",
        ),
        (["grow", "{new.db}", "--minutes", "nan"], "'--minutes': 'nan' is not a number above 0"),
        (["grow", "{new.db}", "--minutes", "0"], "'--minutes': '0' is not a number above 0"),
        (["grow", "{games.txt}", "--positions", "5"], "games.txt cannot be used"),
        (["grow", "{6.obb}", "--positions", "5"], "6.obb is a compact file: make a working copy"),
        (["grow", "missing/a.db", "--positions", "5"], "there is no folder missing"),
        (["add", "missing.db", "f5"], "missing.db cannot be used: there is no such file"),
        (["add", "{6.db}"], "GAMES"),
        (["add", "{6.db}", "c2", "--plies", "-1"], "'--plies': '-1' is not a whole number from 0"),
        (["add", "{6.db}", "missing.ggf"], "missing.ggf"),
        (["solve", "missing.db"], "missing.db cannot be used"),
        (["solve", "{6.db}", "--empties", "-1"], "'--empties': '-1' is not a whole number from 0"),
        (["deepen", "{6.db}"], "--depth"),
        (["deepen", "missing.db", "--depth", "4"], "missing.db cannot be used"),
        (["deepen", "{6.db}", "--depth", "0"], "'--depth': '0' is not a whole number from 1"),
        (["verify", "missing.obb"], "missing.obb cannot be read"),
        (["verify", "{6.obb}", "--sample", "0"], "'0' is not a whole number from 1"),
        (
            ["verify", "{6.obb}", "--deeper", "-50"],
            "'--deeper': '-50' is not a whole number from 0",
        ),
        (["merge", "{new.db}"], "FILES"),
        (["merge", "{new.db}", "missing.db"], "missing.db cannot be read"),
        (["import", "{games.txt}", "{new.db}"], "games.txt is no book"),
        (["import", "{6.obb}", "{6.db}"], "6.db exists already"),
        (["export", "{6.db}", "a.txt"], "expected .obb, .dat, .egbk3"),
        (["export", "{6.db}", "{new.dat}"], "a book of Edax is for normal 8×8, not for normal 6×6"),
        (["export", "{6.db}", "{new.egbk3}"], "a book of Egaroucid is for normal 8×8"),
        (["export", "{8.db}", "missing/book.dat"], "missing/book.dat"),
        (["export", "{8.db}", "missing/a.obb"], "there is no folder"),
        (["prune", "{6.db}", "{new.db}"], "--positions"),
        (
            ["prune", "{6.db}", "{new.db}", "--positions", "0"],
            "'0' is not a whole number from 1",
        ),
        (["report", "{new.md}", "{6.obb}"], "needs books of 8×8"),
    ],
)
def test_wrong_input_is_one_line_and_status_2(
    obversi: Command, folder: Path, tmp_path: Path, arguments: list[str], named: str
) -> None:
    names = {f"{{{path.name}}}": str(path) for path in folder.iterdir()}
    games = tmp_path / "games.txt"
    games.write_text("f5d6c3\n" * 10)
    names |= {"{games.txt}": str(games)}
    names |= {
        f"{{new.{end}}}": str(tmp_path / f"new.{end}") for end in ("db", "dat", "egbk3", "md")
    }
    line = complaint(obversi("book", *(names.get(argument, argument) for argument in arguments)))
    assert named in line
    assert (
        read_graph(folder / "6.db").positions.tolist()
        == read_graph(folder / "6.obb").positions.tolist()
    )
