"""Positions to begin a game from."""

import pytest
from web_app import AppClient

from obversi.rules import Rules


@pytest.mark.parametrize(
    ("rules", "size", "plies"), [("normal", 8, 8), ("reversed", 6, 4), ("reversed", 4, 2)]
)
def test_a_start_is_even(app: AppClient, rules: Rules, size: int, plies: int) -> None:
    start = app.get(f"/api/starts?rules={rules}&size={size}").json()
    game = {"rules": rules, "size": size, "moves": start["moves"]}
    assert len(start["moves"]) == 2 * plies
    nodes = app.post("/api/line", json=game).json()["nodes"]
    assert (nodes[-1]["turn"], nodes[-1]["end"]) == ("black", None)
    if size == 4:
        assert start["margin"] == app.post("/api/perfect", json=game).json()["margin"]
    else:
        assert abs(start["margin"]) <= 2


def test_another_one_each_time(app: AppClient) -> None:
    assert len({app.get("/api/starts").json()["moves"] for _ in range(4)}) > 1
