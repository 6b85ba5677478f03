"""The names of openings by HTTP."""

from web_app import AppClient

from obversi.openings import OPENINGS


def test_all_of_them(app: AppClient) -> None:
    found = app.get("/api/openings").json()["openings"]
    assert {"name": "Tiger", "moves": "f5d6c3d3c4"} in found
    assert [(each["name"], each["moves"]) for each in found] == [
        (opening.name, "".join(opening.moves)) for opening in OPENINGS
    ]


def test_unchanged_openings_are_status_304(app: AppClient) -> None:
    mark = app.get("/api/openings").headers["ETag"]
    again = app.get("/api/openings", headers={"If-None-Match": mark})
    assert (again.status_code, again.content) == (304, b"")


def test_positions_have_the_name_of_the_opening(app: AppClient) -> None:
    nodes = app.post("/api/line", json={"moves": "f5d6c3d3c4f4", "rules": "reversed"}).json()
    names = [node["opening"] for node in nodes["nodes"]]
    assert names == [None, None, *["Perpendicular"] * 3, "Tiger", "Tiger"]
    small = app.post("/api/line", json={"moves": "b3", "size": 6}).json()
    assert [node["opening"] for node in small["nodes"]] == [None, None]
