"""Studies: stored, read, changed, deleted and written; nothing that was confirmed is lost."""

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_app import AppClient, app_client, error_of

from obversi.board import Board
from obversi.web.studies.store import FullError, StudyStore

HOSTILE = [
    "<script>window.ran = 1</script><img src=x onerror='window.ran = 1'>",
    "{{constructor.constructor('window.ran = 1')()}} ${window.ran} javascript:alert(1)",
    "\u202edesrever\u2066 \x00 \x1b[31m \u2028 \ufeff",
    "'; DROP TABLE study; --",
    "]) (;GM[2]B[a1] \\",
]

STUDY: dict[str, Any] = {
    "title": "Tiger",
    "nodes": [
        {"comment": "The start.", "marks": [{"square": "c4", "shape": "label", "text": "A"}]},
        {"parent": 0, "move": "f5", "name": "Main"},
        {"parent": 1, "move": "d6", "arrows": [{"start": "d6", "end": "c3", "color": "red"}]},
        {"parent": 1, "move": "f6", "name": "Diagonal", "comment": "Also good."},
    ],
}


@pytest.fixture(scope="module")
def app(module_store_place: Path | str) -> Iterator[AppClient]:
    with app_client(studies=module_store_place) as client:
        yield client


def added(app: AppClient, study: dict[str, Any] = STUDY) -> dict[str, Any]:
    response = app.post("/api/studies", json={"study": study})
    assert response.status_code == 200, response.text
    saved: dict[str, Any] = response.json()
    return saved


def changed(app: AppClient, saved: dict[str, Any], revision: int, study: dict[str, Any]) -> Any:
    return app.request(
        "PUT",
        f"/api/studies/{saved['id']}",
        headers={"Study-Key": saved["key"]},
        json={"revision": revision, "study": study},
    )


def with_title(title: str) -> dict[str, Any]:
    return {**STUDY, "title": title}


def test_a_study_is_stored_read_changed_and_deleted(app: AppClient) -> None:
    saved = added(app)
    address = f"/api/studies/{saved['id']}"
    shared = app.get(address).json()
    assert "key" not in shared
    assert shared["study"]["title"] == "Tiger"
    nodes = shared["study"]["nodes"]
    assert [node["move"] for node in nodes] == [None, "f5", "d6", "f6"]
    assert nodes[2]["arrows"] == [{"start": "d6", "end": "c3", "color": "red"}]
    boards = [node["board"] for node in shared["positions"]]
    board = Board()
    for number, moves in enumerate([[], ["f5"], ["f5", "d6"], ["f5", "f6"]]):
        played = board.copy()
        for move in moves:
            played.push(move)
        assert boards[number] == played.to_string()[:-2]
    assert changed(app, saved, 1, with_title("Leopard")).json()["revision"] == 2
    assert app.get(address).json()["study"]["title"] == "Leopard"
    wrong = app.request("DELETE", address, headers={"Study-Key": "wrong"})
    assert error_of(wrong)[0] == 403
    right = app.request("DELETE", address, headers={"Study-Key": saved["key"]})
    assert right.status_code == 200
    for response in (app.get(address), changed(app, saved, 2, STUDY)):
        status, text, _ = error_of(response)
        assert (status, text) == (
            404,
            "there is no such study: it was deleted, or the link is wrong",
        )


def test_a_second_editor_is_notified(app: AppClient) -> None:
    saved = added(app)
    assert changed(app, saved, 1, with_title("first")).status_code == 200
    status, text, _ = error_of(changed(app, saved, 1, with_title("second")))
    assert status == 409
    assert "changed elsewhere" in text
    assert app.get(f"/api/studies/{saved['id']}").json()["study"]["title"] == "first"


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_are_data(app: AppClient, text: str) -> None:
    study = copy.deepcopy(STUDY)
    study |= {"title": text, "black": text, "white": text}
    study["nodes"][1] |= {"name": text, "comment": text}
    saved = added(app, study)
    response = app.get(f"/api/studies/{saved['id']}")
    assert response.headers["content-type"] == "application/json"
    found = response.json()["study"]
    for shown in (found["title"], found["nodes"][1]["comment"], found["nodes"][1]["name"]):
        assert not set(shown) & set("\x00\x1b\u202e\u2066\u2028\ufeff")
        assert len(shown) == len(text)
    for name in ("sgf", "ggf"):
        written = app.post("/api/write", json={"format": name, "study": found}).json()
        [game] = app.post("/api/read", json={"text": written["text"]}).json()["games"]
        moves = [node["move"] for node in game["study"]["nodes"]]
        assert sorted(map(str, moves)) == ["None", "d6", "f5", "f6"]
        if name == "sgf":
            assert game["study"]["nodes"][1]["comment"] == found["nodes"][1]["comment"].strip()


def node(**fields: Any) -> dict[str, Any]:
    return {"nodes": [{}, {"parent": 0, "move": "f5"} | fields]}


@pytest.mark.parametrize(
    ("study", "status", "words"),
    [
        (node(move="a1"), 400, "nodes[1]: 'a1' cannot be played"),
        (node(move="pass"), 400, "nodes[1]: "),
        (node(parent=1), 400, "the parent 1 has to come before"),
        (node(parent=None), 400, "needs a parent and a move"),
        ({"nodes": [{}, *2 * [{"parent": 0, "move": "f5"}]]}, 400, "f5 is there twice"),
        ({"nodes": [{"move": "f5", "parent": 0}]}, 400, "the first node"),
        ({"nodes": []}, 422, "at least 1"),
        ({"nodes": 1001 * [{}]}, 422, "at most 1000"),
        ({"nodes": [{}], "version": 2}, 422, "expected 1"),
        ({"nodes": [{}], "size": 4, "position": "X"}, 400, "'position' is not a board"),
        (node(comment="x" * 4001), 422, "at most 4000 characters"),
        (node(name="x" * 101), 422, "at most 100 characters"),
        ({"nodes": [{}], "title": "x" * 121}, 422, "at most 120 characters"),
        (node(marks=[{"square": "i9"}]), 422, "marks[0].square"),
        (node(marks=2 * [{"square": "a1"}]), 400, "one mark only"),
        (node(marks=[{"square": "a1", "shape": "heart"}]), 422, "'circle'"),
        (node(arrows=[{"start": "a1", "end": "a1"}]), 400, "two squares"),
        ({"size": 4, "nodes": [{"marks": [{"square": "h8"}]}]}, 400, "no square of this board"),
        (node(extra=1), 422, "unknown field"),
    ],
)
def test_bad_studies_are_rejected(
    app: AppClient, study: dict[str, Any], status: int, words: str
) -> None:
    for path in ("/api/studies", "/api/studies/positions"):
        found = error_of(app.post(path, json={"study": study}))
        assert found[0] == status
        assert words in found[1]


def test_a_study_that_is_too_long_is_rejected(app: AppClient) -> None:
    study = {"nodes": [{"comment": "ü" * 4000}], "title": "x" * 600_000}
    assert error_of(app.post("/api/studies", json={"study": study}))[0] == 413


def test_positions_have_the_passes_that_are_due(app: AppClient) -> None:
    moves = ["a2", "a3", "c4", "a1"]
    nodes = [{}, *({"parent": number, "move": move} for number, move in enumerate(moves))]
    reply = app.post("/api/studies/positions", json={"study": {"size": 4, "nodes": nodes}}).json()
    assert [each["move"] for each in reply["study"]["nodes"]] == [None, *moves, "pass"]
    assert reply["positions"][-1]["move"] == "pass"


def test_new_studies_are_limited() -> None:
    with app_client() as app:
        statuses = [
            app.post("/api/studies", json={"study": {"nodes": [{}]}}).status_code for _ in range(45)
        ]
    assert statuses[:40] == 40 * [200]
    assert 429 in statuses[40:]


def test_a_full_disk_loses_nothing_that_was_confirmed(tmp_path: Path) -> None:
    path = tmp_path / "studies.db"
    noise = random.Random(1)
    big = {"nodes": [{"comment": "".join(noise.choices("abcdefgh", k=4000))}]}
    with app_client(studies=path) as app:
        saved = added(app)
        connection = app.app.state.studies.store.tables.connection  # type: ignore[attr-defined]
        connection.execute(
            f"PRAGMA max_page_count = {connection.execute('PRAGMA page_count').fetchone()[0]}"
        )
        status, text, _ = error_of(changed(app, saved, 1, big))
        assert status == 507
        assert "cannot be stored" in text
        assert error_of(app.post("/api/studies", json={"study": big}))[0] == 507
        assert app.get(f"/api/studies/{saved['id']}").json()["study"]["title"] == "Tiger"
    with app_client(studies=path) as app:  # as after a restart
        assert app.get(f"/api/studies/{saved['id']}").json()["revision"] == 1


def test_a_store_has_a_limit(store_place: Path | str) -> None:
    store = StudyStore.open(store_place, most_bytes=100_000)
    with pytest.raises(FullError, match="no space"):
        fill(store)
    store.close()
    if isinstance(store_place, Path):
        assert store_place.stat().st_size < 200_000


def fill(store: StudyStore) -> None:
    for _ in range(2000):
        store.add(random.randbytes(500).hex())  # PostgreSQL would compress repeated letters


def test_a_damaged_study_says_so(tmp_path: Path) -> None:
    with app_client(studies=tmp_path / "studies.db") as app:
        saved = added(app)
        store = app.app.state.studies.store  # type: ignore[attr-defined]
        store.tables.connection.execute("UPDATE study SET content = ?", (json.dumps({"nodes": 3}),))
        status, text, _ = error_of(app.get(f"/api/studies/{saved['id']}"))
        assert (status, "is damaged" in text) == (409, True)


def test_formats_without_variations_are_rejected(app: AppClient) -> None:
    status, text, where = error_of(
        app.post("/api/write", json={"format": "transcript", "study": STUDY})
    )
    assert (status, where) == (400, "format")
    assert "use sgf or ggf" in text
    lost = app.post("/api/write", json={"format": "ggf", "study": STUDY}).json()["warnings"]
    assert lost == ["not kept: the colours of marks and arrows"]
