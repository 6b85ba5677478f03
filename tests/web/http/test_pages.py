"""The pages of the app, its files, and what is not there."""

import pytest
from web_app import AppClient, error_of

from obversi.web.http.static_files import STATIC

PAGES = (
    *("/", "/play", "/play/g-7Kf3pQ", "/analyse", "/study", "/study/puzzles", "/study/perfect"),
    *("/study/openings", "/study/openings/training/black", "/study/tree"),
    *("/arena", "/arena/3", "/lab", "/games"),
)
INDEX = (STATIC / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_the_same_file(app: AppClient, path: str) -> None:
    response = app.get(path)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"
    assert response.text == INDEX


@pytest.mark.parametrize(
    ("path", "page"), [("/", "play"), ("/analyse", "analyse"), ("/arena/3", "arena")]
)
def test_a_page_preloads_its_modules(app: AppClient, path: str, page: str) -> None:
    theme, *modules = app.get(path).headers["Link"].split(", ")
    assert theme == "</static/js/core/first.js>; rel=preload; as=script"
    assert f"</static/js/{page}/page.js>; rel=modulepreload" in modules
    for module in modules:
        assert app.get(module.partition(">")[0].removeprefix("<")).status_code == 200


def test_browsers_ask_whether_it_has_changed(app: AppClient) -> None:
    for path in ("/", "/static/index.html"):
        mark = app.get(path).headers["ETag"]
        again = app.get(path, headers={"If-None-Match": mark})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", ["/nothing", "/play/a/b", "/arena/3/4", "/static", "/favicon.ico"])
def test_an_address_without_a_page_has_a_page_that_says_so(app: AppClient, path: str) -> None:
    response = app.get(path)
    assert response.status_code == 404
    if not path.startswith("/static"):
        assert response.text == INDEX


def test_what_is_not_there_for_programs(app: AppClient) -> None:
    reply = error_of(app.get("/api/nothing"))
    assert reply == (404, "not found: /api/nothing", None)
    reply = error_of(app.get("/static/js/nothing.js"))
    assert reply == (404, "not found: /static/js/nothing.js", None)
    response = app.get("/api/line")
    assert error_of(response) == (405, "/api/line does not answer GET", None)
    assert response.headers["Allow"] == "POST"


@pytest.mark.parametrize(
    ("ending", "kind"),
    [(".js", "text/javascript"), (".css", "text/css"), (".svg", "image/svg+xml")],
)
def test_files_have_the_kind_that_browsers_want(app: AppClient, ending: str, kind: str) -> None:
    [path, *_] = sorted(STATIC.rglob(f"*{ending}"))
    response = app.get(f"/static/{path.relative_to(STATIC).as_posix()}")
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith(kind)
    assert response.content == path.read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        *("/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py"),
        *("/static//etc/passwd", "/static/%2fetc%2fpasswd", "/static/x%00", "/static/..\\app.py"),
    ],
)
def test_nothing_else_of_the_machine_is_shown(app: AppClient, path: str) -> None:
    assert app.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/", "/static/index.html", "/api/about", "/openapi.json"])
def test_the_head_alone(app: AppClient, path: str) -> None:
    head, whole = app.request("HEAD", path), app.get(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers == whole.headers


def test_there_is_no_page_that_loads_from_elsewhere(app: AppClient) -> None:
    for path in ("/docs", "/redoc"):
        assert app.get(path).status_code == 404
    assert app.get("/openapi.json").json()["info"]["title"] == "Obversi"


def test_nothing_that_comes_from_others_becomes_part_of_a_page() -> None:
    """Names of players, files and tournaments are shown as texts, whatever they are."""
    sinks = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "srcdoc", "eval(")
    files = list((STATIC / "js").rglob("*.js"))
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not [sink for sink in sinks if sink in text], file.name
