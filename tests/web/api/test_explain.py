"""What the evaluations of the reports see, by HTTP."""

import pytest
from web_app import AppClient, error_of

from obversi import Board
from obversi.heuristics import EVALUATIONS
from obversi.heuristics.explain import explain
from obversi.rules import Rules
from obversi.web.api.evaluations import FINISHED_WORDS

# Those of the reports, and the engine's own.
ALL = [*EVALUATIONS, "patterns"]


def test_the_evaluations(app: AppClient) -> None:
    listed = app.get("/api/evaluations").json()["evaluations"]
    assert [entry["name"] for entry in listed] == ALL
    assert all(entry["words"] and entry["origin"] for entry in listed)


@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize("size", [4, 6, 8])
def test_all_say_what_the_package_says(app: AppClient, rules: Rules, size: int) -> None:
    answer = app.post("/api/explain", json={"rules": rules, "size": size}).json()
    explanation = explain(Board(size, rules), *ALL)
    assert answer["turn"] == "black"
    assert [each["name"] for each in answer["evaluations"]] == ALL
    for place, each in enumerate(answer["evaluations"]):
        judgement = explanation.position[place]
        assert each["value"] == judgement.value
        assert each["value"] == pytest.approx(
            sum(feature["points"] for feature in each["features"])
        )
        for feature in each["features"]:
            assert feature["points"] == pytest.approx(feature["value"] * feature["weight"])
        values = {move["move"]: move["value"] for move in each["moves"]}
        assert values == explanation.values(place)
        assert [m["move"] for m in each["moves"] if m["best"]] == explanation.best(place)


def test_features_are_named_and_explained(app: AppClient) -> None:
    answer = app.post("/api/explain", json={"moves": "f5"}).json()
    features = [feature for each in answer["evaluations"] for feature in each["features"]]
    assert all(feature["words"] and feature["title"][0].isupper() for feature in features)
    assert not any("_" in feature["title"] for feature in features)
    titles = {feature["name"]: feature["title"] for feature in features}
    assert titles["corner_closeness"] == "Corner closeness"
    assert titles["r3_mobility"] == "Mobility as in R3"


def test_some_of_them_once_each(app: AppClient) -> None:
    question = {"moves": "f5", "evaluations": ["r4", "r2", "r4"]}
    answer = app.post("/api/explain", json=question).json()
    assert answer["turn"] == "white"
    assert [each["name"] for each in answer["evaluations"]] == ["r4", "r2"]


def test_the_end_of_a_game_has_no_moves(app: AppClient) -> None:
    answer = app.post("/api/explain", json={"size": 4, "position": "X" * 16 + " X"}).json()
    assert answer["turn"] is None
    assert all(each["moves"] == [] for each in answer["evaluations"])
    [feature] = next(each["features"] for each in answer["evaluations"] if each["name"] == "r2")
    assert (feature["title"], feature["words"]) == FINISHED_WORDS


@pytest.mark.parametrize("name", ["r9", "file:x.toml", "my.toml", "python:os:getcwd", "r4:x=1"])
def test_unknown_evaluations_are_rejected(app: AppClient, name: str) -> None:
    reply = error_of(app.post("/api/explain", json={"evaluations": [name]}))
    assert (reply[0], reply[2]) == (400, "evaluations")
    assert reply[1].startswith(f"there is no evaluation {name!r}: ")
    reply = error_of(app.post("/api/explain", json={"evaluations": ["r4", 7]}))
    assert reply == (422, "'evaluations[1]' cannot be 7: expected a text", "evaluations[1]")
