"""The arena's tournaments as the app answers them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from arena_app import AGENTS, AppCaller, app_of, play_some, rated, small_tournament
from stored_games import add_tournament, game_of_number

from obversi.arena import Sprt
from obversi.arena.statistics.standings import counted_standings
from obversi.arena.store.store import Store

# The list


def test_all_tournaments_are_listed(caller: AppCaller, database: Path) -> None:
    reply = caller.json_of("/api/arena")
    assert (reply["database"], reply["text"], reply["notes"]) == ("arena.db", None, [])
    second, first = reply["tournaments"]
    began = first.pop("began")
    assert (len(began), began[10], began[-1]) == (20, "T", "Z")
    assert first == {
        "number": 1,
        "title": "small",
        "form": "round-robin",
        "rules": "reversed",
        "size": 4,
        "agents": ["random", "greedy", "third"],
        "games": 12,
        "planned": 12,
        "state": "finished",
        "ended": "all games are played",
        "text": "12 games: all games are played",
    }
    assert (second["title"], second["state"], second["games"]) == ("tournament 2", "stopped", 5)
    command = f"obversi arena resume 2 --db {database}"
    assert second["text"] == f"5 of 12 games; {command} plays the rest"


def test_where_nothing_was_played(tmp_path: Path) -> None:
    path = tmp_path / "none.db"
    for shown, option in ((None, ""), (path, f" --db {path}")):
        caller = AppCaller(app_of(arena=shown))
        command = f"obversi arena run random greedy r4:depth=2{option}"
        text = f"No tournament was played yet: {command} begins one."
        assert caller.json_of("/api/arena") == {
            "database": None,
            "tournaments": [],
            "text": "No tournament was played yet. This begins one:",
            "command": command,
            "notes": [],
        }
        for place in ("/api/arena/1", "/api/arena/1/games", "/api/arena/1/games/1"):
            assert caller.rejection(place) == (404, text)
    assert list(tmp_path.iterdir()) == []
    with Store.open(path):
        pass
    reply = AppCaller(app_of(arena=path)).json_of("/api/arena")
    assert (reply["database"], reply["tournaments"]) == ("none.db", [])
    assert reply["command"] == command


def test_what_is_no_database_of_tournaments(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    caller = AppCaller(app_of(arena=path))
    for spoil, problem in (
        (lambda: path.write_text("no database at all, but a text\n" * 50), "it is not a database"),
        (lambda: path.write_bytes(b""), "it is empty"),
        (lambda: _other_program(path), "it is a database of another program, not of tournaments"),
    ):
        spoil()
        for place in ("/api/arena", "/api/arena/1", "/api/arena/1/games", "/api/arena/1/games/1"):
            assert caller.rejection(place) == (409, f"arena.db cannot be used: {problem}")
    folder = AppCaller(app_of(arena=tmp_path))
    assert folder.rejection("/api/arena") == (
        409,
        f"{tmp_path.name} cannot be used: it is a folder",
    )


def _other_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")


def test_a_damaged_tournament_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    with Store.open(path) as store:
        for _ in range(3):
            add_tournament(store)
        store.add_games(1, [game_of_number(1), game_of_number(2)])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE tournament SET settings = '{}' WHERE number = 2")
        connection.execute(
            "UPDATE tournament SET settings = replace(settings, 'normal', 'odd') WHERE number = 3"
        )
        connection.execute("UPDATE game SET moves = 'f5 f5'")
        connection.execute("UPDATE game SET clocks = '[' WHERE number = 2")
        connection.commit()
    caller = AppCaller(app_of(arena=path))
    reply = caller.json_of("/api/arena")
    assert [line["number"] for line in reply["tournaments"]] == [1]
    first_words = sorted(note.partition(":")[0] for note in reply["notes"])
    assert first_words == [f"tournament {number} in arena.db is damaged" for number in (2, 3)]
    for place in ("2", "3", "1", "1/games", "1/games/1", "1/games/2"):
        status, text = caller.rejection(f"/api/arena/{place}")
        assert (status, "is damaged" in text, str(tmp_path) in text) == (409, True, False)


# How one stands


def test_standings_are_those_of_the_command(caller: AppCaller, database: Path) -> None:
    with Store.open(database, create=False) as store:
        whole = counted_standings(store.tournament(1), store.games(1))
    reply = rated(caller).json()
    assert (reply["ratings"], reply["rated_games"], reply["games"]) == ("ready", 12, 12)
    assert reply["scale"] == "Bradley-Terry; the mean of all agents is 0"
    assert (reply["time"], reply["openings"], reply["test"]) == (
        "1 s per move",
        "random, 2 plies",
        None,
    )
    assert reply["notes"] == list(whole.notes)
    assert [row["place"] for row in reply["standings"]] == [1, 2, 3]
    for row, standing in zip(reply["standings"], whole.rows, strict=True):
        assert (row["agent"], row["elo"]) == (standing.label, standing.rating)
        assert (row["low"], row["high"]) == (standing.low, standing.high)
        for name in ("games", "points", "score", "margin", "failures", "late"):
            assert row[name] == getattr(standing, name)
        assert row["wins"] + row["draws"] + row["losses"] == row["games"] == 8
        assert row["wins"] + row["draws"] / 2 == row["points"]
        assert " to " in row["interval"]


def test_everyone_against_everyone(caller: AppCaller) -> None:
    crossings = rated(caller).json()["crossings"]
    met = {(cell["agent"], cell["against"]): cell for cell in crossings}
    assert len(met) == len(crossings) == 6
    for (agent, against), cell in met.items():
        other = met[against, agent]
        assert cell["games"] == other["games"] == 4
        assert cell["points"] + other["points"] == 4
        assert cell["margin"] == -other["margin"]
        assert (cell["wins"], cell["losses"]) == (other["losses"], other["wins"])
        assert cell["pairs"] == other["pairs"][::-1]
        assert cell["superiority"] == pytest.approx(1 - other["superiority"])
        if cell["wins"] == 4:
            assert (cell["elo"], cell["high"]) == (None, None)
            assert cell["interval"].startswith("above ")


def test_a_test_of_two_strengths(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    match = small_tournament(AGENTS[:2], sprt=Sprt(0, 50), pairs=50)
    play_some(path, match, most=4)
    reply = rated(AppCaller(app_of(arena=path))).json()
    assert reply["test"].startswith("it is open whether A is 0 Elo over B (H0) or +50 (H1)")


def test_without_games(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    with Store.open(path) as store:
        add_tournament(store)
    caller = AppCaller(app_of(arena=path))
    reply = rated(caller).json()
    assert (reply["ratings"], reply["games"], reply["crossings"]) == ("ready", 0, [])
    assert [(row["elo"], row["points"], row["score"]) for row in reply["standings"]] == [
        (None, 0, None)
    ] * 3
    assert caller.json_of("/api/arena/1/games") == {"games": [], "more": False}


def test_an_unchanged_reply_is_status_304(caller: AppCaller, database: Path) -> None:
    first = rated(caller)
    mark = first.headers["ETag"]
    assert first.headers["Cache-Control"] == "no-cache"
    for named in (mark, f'"other", W/{mark}', "*"):
        again = caller.get("/api/arena/1", If_None_Match=named)
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", mark)
    other = caller.get("/api/arena/2", If_None_Match=mark)
    assert other.status_code == 200
    assert other.headers["ETag"] != mark
    # Another app, which has counted nothing yet, says the same.
    assert (
        AppCaller(app_of(arena=database)).get("/api/arena/1", If_None_Match=mark).status_code == 304
    )


def test_answers_are_described(caller: AppCaller) -> None:
    paths = caller.json_of("/openapi.json")["paths"]
    for path, model in (
        ("/api/arena", "Arena"),
        ("/api/arena/{number}", "TournamentReply"),
        ("/api/arena/{number}/games", "GamesPart"),
        ("/api/arena/{number}/games/{game}", "ArenaGame"),
        ("/api/lab", "Lab"),
    ):
        content = paths[path]["get"]["responses"]["200"]["content"]
        assert content["application/json"]["schema"]["$ref"].endswith(f"/{model}")
    assert "304" in paths["/api/arena/{number}"]["get"]["responses"]
