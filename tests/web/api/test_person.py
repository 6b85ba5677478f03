"""A person's key over HTTP: new, known, renamed, deleted, wrong."""

from typing import Any

import pytest
from web_app import AppClient, app_client, error_of


def with_key(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def new_person(app: AppClient, name: str = "Ann") -> dict[str, Any]:
    answer = app.post("/api/person", json={"name": name})
    assert answer.status_code == 200, answer.text
    person: dict[str, Any] = answer.json()
    return person


def test_a_key_is_known_until_it_is_deleted(app: AppClient) -> None:
    person = new_person(app)
    key = person.pop("key")
    assert (person["name"], person["games"]) == ("Ann", 0)
    assert app.get("/api/person", headers=with_key(key)).json() == person
    renamed = app.post("/api/person/rename", json={"name": "Bea"}, headers=with_key(key)).json()
    assert renamed == {**person, "name": "Bea"}
    assert app.get("/api/person", headers=with_key(key.upper())).json() == renamed
    assert app.post("/api/person/delete", json={}, headers=with_key(key)).json() == {"games": 0}
    gone = app.get("/api/person", headers=with_key(key))
    assert gone.status_code == 401
    assert "does not know the key" in gone.json()["error"]["text"]
    assert gone.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Basic Ym9iOg=="}])
def test_a_missing_key_is_named(app: AppClient, headers: dict[str, str]) -> None:
    status, text, _ = error_of(app.get("/api/person", headers=headers))
    assert (status, text) == (401, "a key is missing: send it as 'Authorization: Bearer …'")


@pytest.mark.parametrize("key", ["x", "0" * 26, "' OR 1=1 --", "9" * 4000])
def test_a_wrong_key_is_nobodys(app: AppClient, key: str) -> None:
    assert app.get("/api/person", headers=with_key(key)).status_code == 401


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\nb", "\u202eevil", "\0", 7, None])
def test_hostile_names_are_rejected(app: AppClient, name: object) -> None:
    status, _, where = error_of(app.post("/api/person", json={"name": name}))
    assert (status, where) == (422, "name")


def test_a_name_is_data(app: AppClient) -> None:
    name = "<img src=x onerror=a>'; --"
    assert new_person(app, name)["name"] == name


def test_new_keys_are_limited() -> None:
    with app_client() as app:
        statuses = {app.post("/api/person", json={"name": "Ann"}).status_code for _ in range(61)}
    assert statuses == {200, 429}
