"""The lab's report as the app answers it."""

import os
import re
import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from arena_app import AppCaller, app_of
from small_experiments import coins

from obversi.lab import EXPERIMENTS
from obversi.lab.folder import LabFolder
from obversi.lab.page import write_folder_page

REPORT = "/lab/report.html"


def without_way_back(page: str) -> str:
    """Check that a page has one link back to the app, and return the rest."""
    rest, links = re.subn(r'<nav[^>]*><a href="/lab">‹ Back to Obversi</a></nav>', "", page)
    assert links == 1
    return rest


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the page that the lab writes."""
    folder = LabFolder(tmp_path_factory.mktemp("lab") / "results")
    folder.run(coins, coins.settings(games=10))
    write_folder_page(folder, [coins])
    return folder.path


@pytest.fixture
def folder(results: Path, tmp_path: Path) -> Path:
    """Return a copy of the folder, which a test may change."""
    return shutil.copytree(results, tmp_path / "results")


def test_the_report_is_described(folder: Path) -> None:
    os.utime(folder / "index.html", (1_770_000_000, 1_770_000_000))
    assert AppCaller(app_of(lab=folder)).json_of("/api/lab") == {
        "report": {
            "path": REPORT,
            "title": "The laboratory",
            "made": "2026-02-02T02:40:00Z",
        },
        "text": None,
        "command": None,
    }


def test_the_report_stands_apart_from_the_app(folder: Path) -> None:
    answer = AppCaller(app_of(lab=folder)).get(REPORT)
    assert without_way_back(answer.text) == (folder / "index.html").read_text()
    assert answer.headers["Content-Type"].startswith("text/html")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    policy = dict(
        part.strip().partition(" ")[::2]
        for part in answer.headers["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["style-src"] == policy["script-src"] == "'unsafe-inline'"
    assert policy["img-src"] == "data:"
    assert policy["sandbox"] == "allow-scripts"
    assert policy["frame-ancestors"] == "'self'"
    assert "http" not in answer.headers["Content-Security-Policy"]


def test_an_unchanged_report_is_status_304(folder: Path) -> None:
    caller = AppCaller(app_of(lab=folder))
    mark = caller.get(REPORT).headers["ETag"]
    assert caller.get(REPORT, If_None_Match=mark).status_code == 304
    (folder / "index.html").write_text("<title>Newer &amp; better</title>")
    answer = caller.get(REPORT, If_None_Match=mark)
    assert answer.status_code == 200
    assert without_way_back(answer.text) == "<title>Newer &amp; better</title>"
    assert caller.json_of("/api/lab")["report"]["title"] == "Newer & better"


def test_a_page_without_a_title(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(b"\xff" * 9000 + b"<title>late</title>")
    caller = AppCaller(app_of(lab=tmp_path))
    assert caller.json_of("/api/lab")["report"]["title"] == "The laboratory"
    assert caller.get(REPORT).status_code == 200


def test_where_there_is_no_report(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for shown in (None, tmp_path, tmp_path / "nowhere", tmp_path / "file"):
        caller = AppCaller(app_of(lab=shown))
        option = "" if shown is None else f" --out {shown}"
        command = f"obversi lab all --quick{option}"
        assert caller.json_of("/api/lab") == {
            "report": None,
            "text": "There is no lab report yet. Make one in a few minutes with:",
            "command": command,
        }
        rejection = f"there is no lab report yet: make one with {command}"
        assert caller.rejection(REPORT) == (404, rejection)


def test_a_report_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "index.html").mkdir()
    caller = AppCaller(app_of(lab=tmp_path))
    problem = (409, "the lab's report cannot be read: Is a directory")
    assert caller.rejection("/api/lab") == caller.rejection(REPORT) == problem


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(
    "path",
    [
        "/lab/index.html",
        "/lab/coins.json",
        "/lab/../secret.txt",
        "/lab/%2e%2e/secret.txt",
        "/lab/..%2fsecret.txt",
        "/lab/report.html/../../secret.txt",
        "/lab//etc/passwd",
    ],
)
def test_nothing_else_is_served(folder: Path, path: str) -> None:
    (folder.parent / "secret.txt").write_text("a secret")
    answer = AppCaller(app_of(lab=folder)).get(path)
    assert answer.status_code == 404
    assert "a secret" not in answer.text


def test_the_results_of_the_package() -> None:
    answer = AppCaller(app_of(lab=None)).get("/lab/results.html")
    shipped = files("obversi") / "lab" / "results.html"
    assert without_way_back(answer.text) == shipped.read_text()
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert len(answer.content) <= 3_000_000
    for name in EXPERIMENTS:
        assert f'<section id="{name}">' in answer.text
