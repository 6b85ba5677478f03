"""How much may be requested: the size of a request, its kind, and how often."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from starlette.types import Receive, Scope, Send
from web_app import AppClient, app_client, error_of

from obversi.web.http.limits import RequestLimits


async def nothing(_scope: Scope, _receive: Receive, send: Send) -> None:
    """An app that answers quickly."""
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("path", "kind", "most"),
    [
        ("/api/line", "application/json", 64 * 1024),
        ("/api/nothing", "application/json", 64 * 1024),
        ("/api/read", "application/json", 256 * 1024),
        ("/api/read/file", "application/octet-stream", 2 * 1024 * 1024),
    ],
)
def test_the_size_of_a_request_is_limited(path: str, kind: str, most: int) -> None:
    async def pieces(count: int) -> AsyncIterator[bytes]:
        for _ in range(count // 1024):
            yield b" " * 1024
        yield b" " * (count % 1024)

    with app_client() as app:
        headers = {"Content-Type": kind}
        for body in (b" " * (most + 1), pieces(most + 1)):
            status, text, _ = error_of(app.post(path, content=body, headers=headers))
            assert (status, text) == (
                413,
                f"the request is too long: at most {most} bytes here",
            )
        assert app.post(path, content=b" " * most, headers=headers).status_code != 413


def test_a_body_that_says_it_is_too_long_is_not_waited_for() -> None:
    async def endless() -> AsyncIterator[bytes]:
        yield b"{"
        pytest.fail("it was read nevertheless")

    headers = {"Content-Type": "application/json", "Content-Length": "9" * 15}
    with app_client() as app:
        assert error_of(app.post("/api/line", content=endless(), headers=headers))[0] == 413


def test_what_comes_counts_when_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that an address cannot have more held than it may ask for."""
    monkeypatch.setattr("obversi.web.http.limits._API_BURST", 5)
    monkeypatch.setattr("obversi.web.http.limits._API_PER_SECOND", 0.001)
    sent = 0

    async def pieces() -> AsyncIterator[bytes]:
        nonlocal sent
        for _ in range(32):
            sent += 1
            yield b"x" * (1 << 16)

    headers = {"Content-Type": "application/octet-stream"}
    with asyncio.Runner() as runner:
        app = AppClient(RequestLimits(nothing), runner)
        answer = app.post("/api/read/file", content=pieces(), headers=headers)
    assert answer.status_code == 429
    assert sent < 10


@pytest.mark.parametrize("kind", ["", "text/plain", "multipart/form-data", "json"])
def test_json_says_that_it_is(app: AppClient, kind: str) -> None:
    response = app.post("/api/line", content=b"{}", headers={"Content-Type": kind})
    status, text, _ = error_of(response)
    assert status == 415
    assert text == f"the content type cannot be {kind!r}: expected application/json"


def test_a_file_is_no_form(app: AppClient) -> None:
    response = app.post("/api/read/file", files={"file": b"f5d6"})
    assert error_of(response)[0] == 415


def test_json_may_say_more(app: AppClient) -> None:
    kind = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert app.post("/api/line", content=b"{}", headers=kind).status_code == 200


def test_an_address_is_answered_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.web.http.limits._API_BURST", 20)
    with asyncio.Runner() as runner:
        app = AppClient(RequestLimits(nothing), runner)
        answers = [app.get("/api/about") for _ in range(20)]
        assert {answer.status_code for answer in answers} == {204}
        while (rejected := app.get("/api/about")).status_code == 204:
            assert len(answers) < 5000
            answers.append(rejected)
        assert app.get("/static/index.html").status_code == 204
    assert error_of(rejected) == (
        429,
        "too many requests: at most 50 per second",
        None,
    )
    assert rejected.headers["Retry-After"] == "1"


def test_a_large_request_counts_as_several() -> None:
    kind = {"Content-Type": "application/octet-stream"}
    with asyncio.Runner() as runner:
        app = AppClient(RequestLimits(nothing), runner)
        for count in range(400):
            if (
                app.post("/api/read/file", content=b"x" * (1 << 21), headers=kind).status_code
                == 429
            ):
                assert count > 10
                return
    pytest.fail("nothing was rejected")
