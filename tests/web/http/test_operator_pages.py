"""The pages of the operator on the port of the app."""

import asyncio
import sys
from typing import Any

import httpx
import pytest
from web_app import app_client, app_server, error_of

from obversi.web.services import Services


def test_health_and_readiness() -> None:
    with app_client() as app:
        assert app.get("/healthz").json() == {"status": "ok"}
        assert app.get("/readyz").json() == {"ready": True}
        assert app.get("/readyz").headers["Cache-Control"] == "no-store"
        assert app.request("HEAD", "/readyz").status_code == 200


def test_requests_are_counted_by_route_and_status() -> None:
    with app_client() as app:
        app.get("/api/about")
        app.post("/api/line", json={"moves": "z9"})
        app.get("/api/nothing/here/Zoe")
        lines = app.get("/metrics").text.splitlines()
        assert 'obversi_http_requests_total{route="/api/about",status="200"} 1.0' in lines
        assert 'obversi_http_requests_total{route="/api/line",status="400"} 1.0' in lines
        assert 'obversi_http_requests_total{route="other",status="404"} 1.0' in lines
        assert 'obversi_http_request_seconds_count{route="/api/about"} 1.0' in lines
        assert "Zoe" not in "".join(lines)


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "192.0.2.1"},
        {"Forwarded": "for=192.0.2.1"},
        {"Via": "1.1 proxy"},
        {"Host": "reversi.example"},
    ],
)
def test_a_proxy_does_not_open_the_metrics_to_others(headers: dict[str, str]) -> None:
    with app_client(sites=("reversi.example",)) as app:
        assert app.get("/metrics").status_code == 200
        status, text, _ = error_of(app.get("/metrics", headers=headers))
        assert status == 403
        assert "--metrics-port" in text
        assert app.get("/healthz", headers=headers).status_code == 200


def test_other_machines_do_not_see_the_metrics() -> None:
    with app_client(host="0.0.0.0") as app:
        other: Any = httpx.ASGITransport(app.app, client=("192.0.2.1", 50_000))
        client = httpx.AsyncClient(transport=other, base_url="http://localhost:8064")
        assert app.run(client.get("/metrics")).status_code == 403
        assert app.run(client.get("/readyz")).status_code == 200


def test_without_the_package_the_page_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    with app_client() as app:
        status, text, _ = error_of(app.get("/metrics"))
        assert status == 501
        assert "[metrics]" in text


async def test_a_drain_answers_and_says_no(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def slow(_self: Services, do: Any, *values: object) -> Any:
        begun.set()
        await may_end.wait()
        return do(*values)

    monkeypatch.setattr(Services, "run_quick", slow)
    async with app_server() as server, httpx.AsyncClient() as client:
        here = f"http://{server.address}"
        running = asyncio.create_task(client.post(f"{here}/api/line", json={}))
        await begun.wait()
        draining = asyncio.create_task(server.drain(60))
        await asyncio.sleep(0)
        answer = await client.get(f"{here}/readyz")
        assert (answer.status_code, answer.json()["ready"]) == (503, False)
        assert (await client.get(f"{here}/healthz")).status_code == 200
        assert not draining.done()
        may_end.set()
        await draining
        assert (await running).status_code == 200
