"""A small database of tournaments, and a page of the lab, for the app to show."""

from pathlib import Path

from stored_games import add_tournament, game_of_number

from obversi.arena.store.store import Store

GAMES = 30

_REPORT = """<!doctype html><html lang="en"><head><title>What the lab found</title></head>
<body><main><h1>What the lab found</h1><p id="reply"></p></main>
<script>document.getElementById("reply").textContent = "All tosses.";</script></body></html>
"""


def write_arena(path: Path) -> None:
    """Write a tournament that is over, and one of the other game that was broken off."""
    with Store.open(path) as store:
        whole = add_tournament(store, "Three agents")
        store.add_games(whole, map(game_of_number, range(1, GAMES + 1)))
        store.end(whole, "all games are played")
        part = add_tournament(store, "Reversed", rules="reversed", size=6)
        games = (game_of_number(number, size=6, rules="reversed") for number in range(1, 9))
        store.add_games(part, games)


def write_report(folder: Path) -> None:
    """Write a page as the lab does."""
    folder.mkdir()
    (folder / "index.html").write_text(_REPORT)
