"""The commands of ``obversi db``."""

import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from postgres_server import PostgresServer
from screen import Screen

import obversi as ob
from obversi.database import GameDatabase, GameFilter
from obversi.formats import GameRecord, read_path, record_from_moves, write_path
from obversi.formats.losses import ignore_loss
from obversi.sql.interface import address_label, is_postgres

Command = Callable[..., Result]
Process = Callable[..., "subprocess.Popen[str]"]

RESULTS = ["games", "wins", "draws", "losses", "mean", "margin"]
TIGER = ["f5", "d6", "c3", "d3", "c4"]


def games_of_a_club() -> list[GameRecord]:
    return [
        record_from_moves(
            TIGER, black="Ann", white="Bob", place="club", date="1999.05.03_10:00", result=4
        ),
        record_from_moves(
            ["c4", "e3", "f6", "e6", "f5"], black="Cid", white="Ann", date="2001", result=-2
        ),
        record_from_moves(["f5", "f6"], black="Bob", white="Cid", place="cup", date="2001"),
        record_from_moves(["b3", "b2"], ob.Board(6, "reversed"), black="Ann", white="Dee"),
    ]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A small database."""
    path = tmp_path / "my.db"
    with GameDatabase.create(path) as database:
        database.add(games_of_a_club(), "club")
    return path


@pytest.fixture
def place(store_place: Path | str) -> str:
    """A small database: a file, or the address of one in PostgreSQL."""
    with GameDatabase.create(store_place) as database:
        database.add(games_of_a_club(), "club")
    return str(store_place)


def test_help_and_examples(obversi: Command) -> None:
    steps = ("import", "games", "position", "players", "stats", "export")
    shown = obversi("db").stdout
    for step in steps:
        assert f"\n  {step} " in shown
        lines = obversi("db", step, "--help").stdout.splitlines()
        examples = lines[lines.index("  Examples:") + 1 :]
        assert 2 <= len(examples) <= 4
        assert all(line.startswith(f"    obversi db {step} my.db") for line in examples)
        assert all(len(line) <= 80 for line in examples)


# Importing


@pytest.mark.few_cases
def test_files_become_a_database(obversi: Command, store_place: Path | str, tmp_path: Path) -> None:
    path, ggf, text = str(store_place), tmp_path / "games.ggf", tmp_path / "anti.txt"
    write_path(games_of_a_club(), ggf)
    text.write_text("b3b2\nb3b3\n")
    result = obversi("db", "import", path, str(ggf))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{ggf}: added 4, there already 0, problems 0\n"
    result = obversi(
        *("db", "import", path, str(ggf), str(text), "--rules", "reversed", "--size", "6")
    )
    assert result.exit_code == 1
    assert result.stdout == (
        f"{ggf}: added 0, there already 4, problems 0\n"
        f"{text}: added 1, there already 0, problems 1\n"
    )
    assert result.stderr == (
        f"obversi: {text}: line 2: ply 2: 'b3' cannot be played: there is a disc already\n"
    )
    with GameDatabase.open(path) as database:
        assert database.games().total == 5


@pytest.mark.few_cases
def test_a_database_becomes_a_part_of_another(obversi: Command, place: str, tmp_path: Path) -> None:
    path = tmp_path / "copy.db"
    with GameDatabase.create(path) as database:
        database.add(games_of_a_club()[:1], "club")
    result = obversi("db", "import", str(path), place)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{label(place)}: added 3, there already 1, problems 0\n"
    with GameDatabase.open(path) as database:
        assert [game.record for game in database.each_game()] == games_of_a_club()
        assert database.games(GameFilter(size=6)).games[0].source == label(place)


def label(place: str) -> str:
    return address_label(place) if is_postgres(place) else place


def test_files_of_names_are_read_with_the_games(obversi: Command, tmp_path: Path) -> None:
    games = [
        record_from_moves(["f5"], black="Ann", white="Bob", place="club", date="1999", result=64)
    ]
    write_path(games, tmp_path / "1999.wtb", on_loss=ignore_loss)
    names = [str(path) for path in sorted(tmp_path.iterdir())]
    assert len(names) == 3
    path = tmp_path / "my.db"
    assert obversi("db", "import", str(path), *names).exit_code == 0
    with GameDatabase.open(path) as database:
        [game] = database.games(GameFilter(black="ann", event="club")).games
    assert game.record.white == "Bob"


def test_many_problems_are_counted(obversi: Command, tmp_path: Path) -> None:
    text = tmp_path / "games.txt"
    text.write_text("f5f5\n" * 500)
    result = obversi("db", "import", str(tmp_path / "my.db"), str(text))
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    assert len(lines) == 21
    assert lines[-1] == "obversi: and more problems: 480"


def test_a_bad_source_is_named_before_anything_is_written(obversi: Command, tmp_path: Path) -> None:
    good = tmp_path / "good.txt"
    good.write_text("f5d6\n")
    path = tmp_path / "my.db"
    result = obversi("db", "import", str(path), str(good), "missing.ggf")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "obversi: missing.ggf cannot be read: No such file or directory\n"
    assert not path.exists()


def test_ctrl_c_keeps_the_files_before(start_obversi: Process, tmp_path: Path) -> None:
    first, second, path = tmp_path / "first.txt", tmp_path / "second.txt", tmp_path / "my.db"
    first.write_text("f5d6\n")
    # Different games: mirrored ones would be duplicates.
    lines = [f"f5d6c3d3c4 {reply}" for reply in ("f4", "b3", "e3")]
    second.write_text("\n".join(lines * 100_000))
    process = start_obversi("db", "import", str(path), str(first), str(second))
    assert process.stdout is not None
    assert process.stdout.readline() == f"{first}: added 1, there already 0, problems 0\n"
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate()
    assert process.returncode == 130
    assert complaint.splitlines()[-1] == "obversi: interrupted"
    with GameDatabase.open(path) as database:
        assert database.games().total == 1


def test_progress_names_the_file(
    obversi: Command, tmp_path: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("obversi.database.database._STEP", 1)
    text = tmp_path / "games.txt"
    text.write_text("f5d6\nf5f4\n")
    assert obversi("db", "import", str(tmp_path / "my.db"), str(text)).exit_code == 0
    assert "games.txt: 2 games" in screen.getvalue()


# Searching


def test_games_line_by_line(obversi: Command, place: str) -> None:
    result = obversi("db", "games", place)
    assert result.stdout == (
        "game  date        black  white  margin  opening   event\n"
        "   1  1999.05.03  Ann    Bob        +4  Tiger     club\n"
        "   2  2001        Cid    Ann        -2  Tiger\n"
        "   3  2001        Bob    Cid         ?  Diagonal  cup\n"
        "   4              Ann    Dee         ?\n"
        "games 4, page 1 of 1\n"
    )


@pytest.mark.few_cases(8)
@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        ("--player ann", [1, 2, 4]),
        ("--black ANN --rules normal", [1]),
        ("--white cid", [3]),
        ("--years 2001", [2, 3]),
        ("--years -2000", [1]),
        ("--years 2000- --result white", [2]),
        ("--margin 3-9", [1]),
        ("--event cu", [3]),
        ("--opening TIGER", [1, 2]),
        ("--size 6", [4]),
        ("--position f5d6c3", [1, 2]),
        ("--position f5 --move f6", [3]),
        ("--position b3 --size 6 --rules reversed", [4]),
        ("--player nobody", []),
        ("--limit 1 --page 2", [2]),
    ],
)
def test_conditions(obversi: Command, place: str, options: str, numbers: list[int]) -> None:
    result = obversi("db", "games", place, *options.split(), "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert [game["number"] for game in found["games"]] == numbers
    assert found["total"] == (4 if "--page" in options else len(numbers))


def test_a_game_as_json_can_be_read_again(obversi: Command, place: str, tmp_path: Path) -> None:
    [first, *_] = json.loads(obversi("db", "games", place, "--json").stdout)["games"]
    assert (first["opening"], first["source"], first["margin"]) == ("Tiger", "club", 4)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(first))
    assert list(read_path(path)) == games_of_a_club()[:1]


def test_the_moves_of_a_position(obversi: Command, place: str) -> None:
    result = obversi("db", "position", place, "f5d6c3d3")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "black to move (most discs win)  Perpendicular"
    assert lines[1].split() == ["move", *RESULTS, "players"]
    assert lines[2].split() == ["c4", "2", "1", "0", "1", "+1.0", "Ann", "(1),", "Cid", "(1)"]
    assert lines[-1] == "games with this position: 2"
    found = json.loads(obversi("db", "position", place, "f5", "--json").stdout)
    assert [(move["move"], move["games"]) for move in found["moves"]] == [("d6", 2), ("f6", 1)]
    assert found["moves"][0]["players"][0]["name"] in ("Ann", "Bob")
    assert len(found["sample"]) == found["games"] == 3
    result = obversi("db", "position", place, "f5f4")
    assert result.stdout.splitlines()[-1] == "games with this position: 0"


def test_a_board_text_as_position(obversi: Command, place: str) -> None:
    board = ob.Board(6, "reversed")
    result = obversi("db", "position", place, board.to_string(), "--rules", "reversed")
    assert result.stdout.splitlines()[-1] == "games with this position: 1"


def test_names_cannot_control_the_terminal(obversi: Command, tmp_path: Path) -> None:
    path = tmp_path / "my.db"
    with GameDatabase.create(path) as database:
        database.add([record_from_moves(["f5"], black="\x1b[2J" + 50 * "x")], "")
    shown = obversi("db", "games", str(path)).stdout + obversi("db", "players", str(path)).stdout
    assert "\x1b" not in shown
    assert "?[2Jxxxxxxxxxxxxxxxxxxx…" in shown


def test_players(obversi: Command, place: str) -> None:
    lines = obversi("db", "players", place, "--limit", "2").stdout.splitlines()
    assert [line.split() for line in lines] == [
        ["player", *RESULTS],
        ["Ann", "3", "2", "0", "0", "+3.0"],
        ["Bob", "2", "0", "0", "1", "-4.0"],
    ]
    lines = obversi("db", "players", place, "--by", "strength", "--json").stdout.splitlines()
    names = [json.loads(line)["name"] for line in lines]
    assert (names[0], len(names)) == ("Ann", 4)
    assert obversi("db", "players", place, "--name", "DE").stdout.splitlines()[1:] != []


def test_statistics(obversi: Command, place: str) -> None:
    assert obversi("db", "stats", place).stdout == (
        "games 4, players 4, events 2, years 1999 to 2001\n"
        "black won 1, white 1, draws 0\n"
        "        3  normal 8×8\n"
        "        1  reversed 6×6\n"
        "openings:\n"
        "        2  Tiger\n"
        "        1  Diagonal\n"
        "sources:\n"
        "        4  club\n"
    )
    assert json.loads(obversi("db", "stats", place, "--json").stdout)["games"] == 4


# Exporting


@pytest.mark.parametrize("ending", ["ggf", "json", "sgf"])
def test_export_and_import(obversi: Command, place: str, tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"out.{ending}"
    result = obversi("db", "export", place, str(out), "--player", "ann")
    assert (result.exit_code, result.stdout) == (0, f"{out}: written 3, left out 0\n")
    expected = [game for game in games_of_a_club() if "Ann" in (game.black, game.white)]
    found = list(read_path(out))
    assert [game.board().to_string() for game in found] == [
        game.board().to_string() for game in expected
    ]
    assert [game.black for game in found] == [game.black for game in expected]


def test_games_that_a_format_cannot_hold(obversi: Command, place: str, tmp_path: Path) -> None:
    out = tmp_path / "out.wtb"
    result = obversi("db", "export", place, str(out), "--years", "2001")
    assert (result.exit_code, result.stdout) == (1, f"{out}: written 1, left out 1\n")
    loss, problem = result.stderr.splitlines()
    assert loss.startswith("obversi: WTHOR does not keep: that the theoretical score is unknown")
    assert problem.startswith("obversi: game 3: the game is not over and has no result")
    assert len(list(read_path(out))) == 1
    before = out.read_bytes()
    result = obversi("db", "export", place, str(out))
    assert result.exit_code == 2
    assert result.stderr.startswith("obversi: a WTHOR file is for one year")
    assert out.read_bytes() == before


def test_transcripts_need_the_rules_and_the_size(obversi: Command, tmp_path: Path) -> None:
    path, out = tmp_path / "anti.db", tmp_path / "out.txt"
    with GameDatabase.create(path) as database:
        database.add([record_from_moves(["b1"], ob.Board(4, "reversed"))], "mine")
    result = obversi("db", "export", str(path), str(out))
    assert (result.exit_code, out.exists()) == (2, False)
    assert "this reversed 4×4 game would be read as" in result.stderr
    kind = ("--rules", "reversed", "--size", "4")
    assert obversi("db", "export", str(path), str(out), *kind).exit_code == 0
    assert out.read_text() == "b1\n"


# Wrong input


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("games missing.db", "missing.db cannot be used: there is no such file"),
        ("games text.db", "text.db cannot be used: it is not a database"),
        ("position my.db f5f5", "ply 2"),
        ("position my.db b3 --size 5", "'5'"),
        ("games my.db --years then", "'then' is no range of years: expected one such as 1990-1999"),
        ("games my.db --years 2001-1999", "there are no years from 2001 to 1999"),
        ("games my.db --margin 1-x", "'1-x' is no range of margins: expected one such as 2-10"),
        ("games my.db --move f5", "the move f5 needs the position"),
        ("games my.db --position f5 --move a1", "'a1' cannot be played"),
        ("games my.db --page 0", "--page"),
        ("games my.db --result lost", "lost"),
        ("export my.db out.pgn", "'out.pgn' names no format to write"),
        ("export my.db out.ggf --player nobody", "no game of my.db fulfils the conditions"),
        ("import my.db", "SOURCES"),
        ("import text.db text.txt", "text.db cannot be used: it is not a database"),
        ("import my.db WTHOR.JOU", "only names of players and tournaments"),
        ("players", "FILE"),
        ("stats mysql://ann:secret@host/games", "'mysql://ann@host/games' is no file"),
        ("import my.db https://host/games.ggf", "'https://host/games.ggf' is no file"),
        ("stats postgresql://ann:secret@127.0.0.1:1/g", "//ann@127.0.0.1:1/g cannot be used: Conn"),
        ("import postgresql://127.0.0.1:1/g text.txt", "Connection refused"),
        ("import new.db postgresql://127.0.0.1:1/g", "Connection refused"),
        ("shwo my.db", "there is no command 'shwo'"),
    ],
)
def test_wrong_input_is_one_line(
    obversi: Command, file: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, named: str
) -> None:
    monkeypatch.chdir(file.parent)
    Path("text.db").write_text("f5d6c3\n" * 1000)
    Path("text.txt").write_text("f5d6c3\n")
    result = obversi("db", *arguments.split())
    assert (result.exit_code, result.stdout) == (2, "")
    [line] = result.stderr.splitlines()
    assert line.startswith("obversi: ")
    assert named in line
    assert "secret" not in line
    assert not Path("out.ggf").exists()
    assert not Path("new.db").exists()


def test_a_database_of_nothing(obversi: Command, postgres: PostgresServer) -> None:
    """What the error of PostgreSQL says is one line, too."""
    result = obversi("db", "stats", postgres.new_place())
    words = "postgresql://obversi@/postgres cannot be used: it has no tables of games"
    assert (result.exit_code, result.stderr) == (2, f"obversi: {words}\n")


def test_a_role_without_permission(start_obversi: Process, postgres: PostgresServer) -> None:
    postgres.run_sql("CREATE ROLE db_reader LOGIN")
    address = postgres.address.replace("obversi@", "db_reader@", 1)
    process = start_obversi("db", "import", address, __file__)
    assert process.communicate()[1] == (
        "obversi: postgresql://db_reader@/postgres cannot be used: "
        "permission denied for database postgres\n"
    )
