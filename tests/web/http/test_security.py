"""Which requests are answered, and the security headers of every response."""

import asyncio
import socket

import pytest
from starlette.types import Receive, Scope, Send
from web_app import HERE, AppClient, app_client, error_of
from websockets.datastructures import Headers

from obversi.web.http.errors import FailureLog
from obversi.web.http.security import OwnNames, SafeHeaders

LINE = "/api/line"


@pytest.mark.parametrize("host", ["localhost:8064", "LOCALHOST", "127.0.0.1:1", "[::1]:8064"])
def test_the_names_of_this_machine_are_answered(app: AppClient, host: str) -> None:
    assert app.get("/api/about", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8064", "localhost.evil.example", "192.0.2.7", "", "[x"),
        # What one may take for our name, and another one for something else.
        *("evil.example@localhost", "localhost@evil.example", "localhost/evil", "localhost?x"),
        *("localhost#x", "localhost:x", "localhost:8064:1", "localhost.", "127.1", "2130706433"),
    ],
)
def test_other_names_are_not(app: AppClient, host: str) -> None:
    for path in ("/", "/api/about", "/static/index.html", "/nothing"):
        status, text, _ = error_of(app.get(path, headers={"Host": host}))
        assert status == 421
        assert text.startswith(f"this server is not {host!r}")


def test_two_names_at_once_are_none(app: AppClient) -> None:
    two = [("Host", HERE), ("Host", "evil.example")]
    assert error_of(app.get("/api/about", headers=two))[0] == 421


def test_sites_are_answered_too() -> None:
    with app_client(sites=("Play.Example",)) as app:
        headers = {"Host": "play.example", "Origin": "https://play.example"}
        assert app.post(LINE, json={}, headers=headers).status_code == 200
        # Behind a proxy that does not forward the host name.
        headers = {"Host": "127.0.0.1:8064", "Origin": "https://play.example"}
        assert app.post(LINE, json={}, headers=headers).status_code == 200
        assert app.get("/", headers={"Host": "other.example"}).status_code == 421


def test_a_server_that_others_reach_knows_its_names() -> None:
    own = OwnNames.of("0.0.0.0", ["play.example"])
    machine = socket.gethostname()
    names = ("192.0.2.7:8064", "[2001:db8::1]:8064", "localhost", machine, "play.example")
    for name in (*names, f"{machine}.local"):
        assert own.rejection("/", Headers(Host=name)) is None
    rejection = own.rejection("/", Headers(Host="evil.example"))
    assert rejection is not None
    assert rejection.status == 421


@pytest.mark.parametrize(
    "origin",
    [
        *("http://evil.example", "https://evil.example:8064", "null", "http://[", "file://"),
        "http://localhost:3000",  # another server of the same machine
        *(f"http://{HERE}.evil.example", f"http://evil@{HERE}", f"chrome-extension://{HERE}"),
        f"http://{HERE} http://evil.example",
    ],
)
def test_requests_of_other_sites_are_rejected(app: AppClient, origin: str) -> None:
    headers = {"Origin": origin}
    assert error_of(app.post(LINE, json={}, headers=headers)) == (
        403,
        f"pages of {origin!r} are not allowed",
        None,
    )
    assert app.get("/api/about", headers=headers).status_code == 403


def test_requests_of_own_pages_are_accepted(app: AppClient) -> None:
    headers = {"Origin": f"http://{HERE}", "Sec-Fetch-Site": "same-origin"}
    assert app.post(LINE, json={}, headers=headers).status_code == 200
    assert app.post(LINE, json={}, headers={"Origin": f"https://{HERE}"}).status_code == 200


def test_requests_of_a_foreign_page_are_rejected_but_its_links_lead_here(app: AppClient) -> None:
    for word in ("cross-site", "Cross-Site"):
        headers = {"Sec-Fetch-Site": word}
        assert error_of(app.get("/api/about", headers=headers))[0] == 403
    assert app.get("/analyse", headers=headers).status_code == 200


POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def test_only_embedded_studies_can_be_framed(app: AppClient) -> None:
    headers = app.get("/embed/anything").headers
    assert headers["Content-Security-Policy"] == POLICY.replace("ancestors 'none'", "ancestors *")
    assert headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    for path in ("/analyse/anything", "/static/embed.html", "/embed/", "/embed/any/thing"):
        headers = app.get(path).headers
        assert headers["Content-Security-Policy"] == POLICY
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/static/index.html", 200),
        ("GET", "/static/nothing.js", 404),
        ("GET", "/no/page", 404),
        ("GET", "/api/about", 200),
        ("GET", "/api/nothing", 404),
        ("DELETE", "/api/line", 405),
        ("GET", "/api/line", 405),
        ("GET", "/openapi.json", 200),
    ],
)
def test_every_reply_has_the_security_headers(
    app: AppClient, method: str, path: str, status: int
) -> None:
    response = app.request(method, path)
    assert response.status_code == status
    assert response.headers["Content-Security-Policy"] == POLICY
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert response.headers["Cross-Origin-Embedder-Policy"] == "require-corp"
    assert "camera=()" in response.headers["Permissions-Policy"]
    assert "Access-Control-Allow-Origin" not in response.headers


def test_so_do_rejections_and_failures(
    app: AppClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rejected = app.get("/", headers={"Host": "evil.example"})
    assert rejected.headers["Content-Security-Policy"] == POLICY

    def fail(*_: object) -> None:
        raise RuntimeError("the reason")

    monkeypatch.setattr("obversi.web.api.games.board_of", fail)
    failed = app.post(LINE, json={})
    assert error_of(failed) == (500, "internal server error", None)
    assert failed.headers["Content-Security-Policy"] == POLICY
    assert "POST '/api/line' failed" in caplog.text
    assert "RuntimeError: the reason" in caplog.text


def test_what_is_logged_has_no_lines_of_strangers(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise RuntimeError

    with asyncio.Runner() as runner:
        assert (
            AppClient(FailureLog(fail), runner).get("/a%0A12:00:00 all is well").status_code == 500
        )
    assert "\n12:00:00 all is well" not in caplog.text


def test_an_answer_may_have_a_policy_of_its_own() -> None:
    async def answer(_scope: Scope, _receive: Receive, send: Send) -> None:
        own = [(b"content-security-policy", b"default-src 'none'")]
        await send({"type": "http.response.start", "status": 200, "headers": own})
        await send({"type": "http.response.body", "body": b""})

    with asyncio.Runner() as runner:
        headers = AppClient(SafeHeaders(answer), runner).get("/").headers
    assert headers.get_list("Content-Security-Policy") == ["default-src 'none'"]
    assert headers["X-Content-Type-Options"] == "nosniff"
