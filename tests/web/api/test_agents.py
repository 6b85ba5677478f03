"""Who can be played against, and what the server is, by HTTP."""

from web_app import AppClient, app_client, error_of

import obversi
from obversi.agents.levels import LEVELS
from obversi.web.settings import DEFAULT_AGENTS


def test_all_that_are_offered(app: AppClient) -> None:
    agents = app.get("/api/agents").json()["agents"]
    assert [each["description"] for each in agents] == [
        *("random", "greedy"),
        *(f"engine:level={number}" for number in range(13)),
        *DEFAULT_AGENTS,
    ]
    by_name = {each["name"]: each for each in agents}
    assert by_name["random"] == {
        "description": "random",
        "name": "random",
        "words": "any legal move",
        "level": None,
        "rating": None,
    }
    assert by_name["level 3"]["level"] == 3
    assert by_name["level 3"]["words"].startswith("best student: ")


def test_levels_have_their_rating_by_the_rules(app: AppClient) -> None:
    for rules in ("normal", "reversed"):
        agents = app.get(f"/api/agents?rules={rules}&size=8").json()["agents"]
        levels = [each for each in agents if each["level"] is not None]
        for each, level in zip(levels, LEVELS[rules], strict=True):
            measured = level.rating(rules)
            assert measured is not None
            assert each["rating"] == {
                "elo": measured.rating,
                "low": measured.low,
                "high": measured.high,
            }
    small = app.get("/api/agents?size=6").json()["agents"]
    assert all(each["rating"] is None for each in small)


def test_the_owner_can_offer_others() -> None:
    with app_client(agents=("r4:depth=1",)) as app:
        last = app.get("/api/agents").json()["agents"][-1]
    assert (last["description"], last["name"]) == ("r4:depth=1", "R4, 1 ply deep")


def test_what_is_rejected(app: AppClient) -> None:
    reply = error_of(app.get("/api/agents?rules=x"))
    assert reply == (422, "'rules' cannot be 'x': expected 'normal' or 'reversed'", "rules")


def test_about(app: AppClient) -> None:
    assert app.get("/api/about").json() == {
        "version": obversi.__version__,
        "rules": ["normal", "reversed"],
        "sizes": [4, 6, 8],
        "levels": 13,
        "analysis_seconds": 10.0,
    }
