"""Ratings over HTTP: the table, a person's own, and their removal."""

from datetime import UTC, datetime
from pathlib import Path

from web_app import AppClient, app_client, error_of

from obversi.net.ratings import MOST_RANKED, NEW, RatingUpdate, updated
from obversi.net.store import GameStore

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
HOSTILE = "<img src=x onerror=alert(1)>"


def play(store: GameStore, winner: int, loser: int, games: int = 1) -> None:
    """Rate games on 6×6 that one person has won against another."""
    for _ in range(games):
        before = [store.ratings.get(each, "reversed", 6) or NEW for each in (winner, loser)]
        after = updated(before[0], before[1], 1.0, NOON)
        ratings = dict(zip((winner, loser), after, strict=True))
        with store.writing() as connection:
            store.ratings.write(connection, RatingUpdate("reversed", 6, ratings))


def test_the_table_and_own_ratings(store_place: Path | str) -> None:
    with app_client(store_place) as app:
        store = app.app.state.services.game_server.store  # type: ignore[attr-defined]
        people = {name: store.persons.add(name) for name in ("Ann", "Ben", HOSTILE)}
        ids = {name: person.id for name, (person, _) in people.items()}
        for _ in range(12):
            play(store, ids["Ben"], ids["Ann"])
            play(store, ids["Ann"], ids["Ben"])
        play(store, ids["Ann"], ids["Ben"], games=3)
        play(store, ids[HOSTILE], ids["Ben"])
        key = {"Authorization": f"Bearer {people['Ben'][1]}"}
        place = "/api/ratings?rules=reversed&size=6"

        table = app.get(place, headers=key).json()
        assert table["most"] == MOST_RANKED
        first, second, third = table["players"]
        # The last has the highest rating, by one game only: provisional ratings come last.
        assert [one["name"] for one in (first, second, third)] == ["Ann", "Ben", HOSTILE]
        assert [one["provisional"] for one in (first, second, third)] == [False, False, True]
        assert [one["own"] for one in (first, second, third)] == [False, True, False]
        assert (first["wins"], first["draws"], first["losses"]) == (15, 0, 12)
        assert first["rating"] > 1500 > second["rating"]
        assert first["played"] == "2026-11-18T12:00:00Z"
        assert not any(one["own"] for one in app.get(place).json()["players"])
        assert app.get("/api/ratings").json()["players"] == []

        [own] = app.get("/api/ratings/own", headers=key).json()["ratings"]
        assert (own["rules"], own["size"], own["losses"]) == ("reversed", 6, 16)
        assert app.post("/api/ratings/delete", json={}, headers=key).json() == {"ratings": 1}
        assert app.post("/api/ratings/delete", json={}, headers=key).json() == {"ratings": 0}
        assert app.get("/api/ratings/own", headers=key).json() == {"ratings": []}
        assert len(app.get(place).json()["players"]) == 2
        # A deleted person is in no table.
        store.persons.remove(ids["Ann"])
        assert [one["name"] for one in app.get(place).json()["players"]] == [HOSTILE]


def test_own_ratings_need_a_key(app: AppClient) -> None:
    for method, path in (("GET", "/api/ratings/own"), ("POST", "/api/ratings/delete")):
        status, text, _ = error_of(app.request(method, path, json={}))
        assert (status, text[:16]) == (401, "a key is missing")
    wrong = app.get("/api/ratings", headers={"Authorization": "Bearer wrong"})
    assert wrong.status_code == 401
