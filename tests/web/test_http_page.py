"""The page on HTTP: its examples are what the app says, and it leaves no address out."""

import json
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from stored_games import add_tournament, game_of_number
from web_app import AppClient, app_client

from obversi.arena.store.store import Store
from obversi.arena.tournament.settings import Entrant

PAGE = (Path(__file__).parent.parent.parent / "docs" / "http.md").read_text(encoding="utf-8")

# `> POST /api/line {…}`, and what is answered; "…" stands for what is left out.
EXAMPLES = re.findall(r"^> (GET|POST) (\S+)(?: (\{.*\}))?\n< (\{.*)$", PAGE, re.MULTILINE)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppClient]:
    """Have an app with the tournament and the report of the page."""
    folder = tmp_path_factory.mktemp("shown")
    agents = (Entrant("greedy", "greedy"), Entrant("random", "random"))
    with Store.open(folder / "arena.db") as store:
        number = add_tournament(store, "Evening", entrants=agents, size=4, pairs=2)
        games = (game_of_number(number, size=4) for number in (1, 2))
        store.add_games(number, (replace(game, pair=1, a=0, b=1) for game in games))
    (folder / "index.html").write_text("<title>The laboratory</title>")
    with app_client(arena=folder / "arena.db", lab=folder) as client:
        # Ratings are pending at first if they take long, as on a busy machine.
        while client.get("/api/arena/1").json()["ratings"] != "ready":
            time.sleep(0.05)
        yield client


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 16


@pytest.mark.parametrize(("method", "path", "body", "answer"), EXAMPLES)
def test_an_example_is_true(app: AppClient, method: str, path: str, body: str, answer: str) -> None:
    response = app.request(method, path, json=json.loads(body) if body else None)
    assert response.status_code in (200, 400, 422)
    pattern = ".*?".join(re.escape(part) for part in answer.split("…"))
    assert re.fullmatch(pattern, response.text), response.text


def test_every_address_has_a_row(app: AppClient) -> None:
    for path, methods in app.get("/openapi.json").json()["paths"].items():
        for method in methods:
            assert f"| `{method.upper()} {path}` |" in PAGE, path


def test_every_field_is_named(app: AppClient) -> None:
    for name, schema in app.get("/openapi.json").json()["components"]["schemas"].items():
        for field in schema.get("properties", {}):
            assert f"`{field}`" in PAGE or f'"{field}"' in PAGE, f"{field} of {name}"
