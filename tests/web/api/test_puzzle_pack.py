"""Packs of puzzles for browsers without a network."""

import pytest
from web_app import AppClient

from obversi.rules import RULES, Rules


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
def test_pack_says_what_the_server_says(app: AppClient, rules: Rules) -> None:
    puzzles = app.get(f"/api/puzzles/pack?rules={rules}").json()["puzzles"]
    assert len({one["puzzle"]["id"] for one in puzzles}) == len(puzzles) == 30
    for one in puzzles[::10]:
        puzzle = one["puzzle"]
        path = f"/api/puzzles/{puzzle['id']}"
        assert app.get(path).json() == puzzle
        assert (puzzle["rules"], puzzle["size"]) == (rules, 8)
        for moves, reply in one["tries"].items():
            assert app.post(f"{path}/try", json={"moves": moves}).json() == reply
        for moves, hints in one["hints"].items():
            for step, hint in enumerate(hints, start=1):
                question = {"moves": moves, "step": step}
                assert app.post(f"{path}/hint", json=question).json() == hint


@pytest.mark.parametrize("rules", RULES)
def test_packed_puzzles_can_be_solved_to_the_end(app: AppClient, rules: Rules) -> None:
    for one in app.get(f"/api/puzzles/pack?rules={rules}").json()["puzzles"]:
        moves, done, found = "", False, 0
        while not done:
            best = one["hints"][moves][2]["squares"]
            reply = one["tries"][moves + best[0]]
            assert reply["right"]
            moves, done, found = reply["moves"], reply["done"], found + 1
        assert found == one["puzzle"]["to_find"]


def test_pack_of_unknown_rules_is_rejected(app: AppClient) -> None:
    assert app.get("/api/puzzles/pack?rules=other").status_code == 422
