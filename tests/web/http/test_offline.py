"""The service worker and the manifest, by which browsers install the app and keep it."""

import json
import re
import struct
from pathlib import Path

from web_app import app_client

from obversi.web.http.static_files import STATIC, Files


def test_worker_has_the_version_and_all_files_of_the_app() -> None:
    with app_client() as app:
        reply = app.get("/service_worker.js")
        assert reply.headers["Content-Type"].startswith("text/javascript")
        assert reply.headers["Cache-Control"] == "no-cache"
        assert "default-src 'self'" in reply.headers["Content-Security-Policy"]
        again = app.get("/service_worker.js", headers={"If-None-Match": reply.headers["ETag"]})
        assert again.status_code == 304
        first, _, rest = reply.text.partition("\n")
        data = json.loads(re.fullmatch(r"self\.obversi = (.*);", first)[1])  # type: ignore[index]
        assert rest == (STATIC / "js/offline/worker.js").read_text(encoding="utf-8")
        for path in data["files"]:
            assert app.get(path).status_code == 200, path
        assert {"/static/js/main.js", "/static/lessons/normal.json"} <= set(data["files"])
        assert data["version"] == Files(STATIC).version()[0]


def test_version_changes_with_every_file(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js/a.js").write_text("one")
    files = Files(tmp_path)
    first = files.version()
    assert first == Files(tmp_path).version()
    assert first[1] == ["js/a.js"]
    (tmp_path / "js/a.js").write_text("three")
    second = files.version()
    (tmp_path / "b.css").write_text("")
    third = files.version()
    assert len({first[0], second[0], third[0]}) == 3


def test_manifest_names_icons_of_the_right_sizes() -> None:
    with app_client() as app:
        index = app.get("/").text
        path = re.search(r'<link rel="manifest" href="([^"]+)"', index)
        assert path
        reply = app.get(path[1])
        assert reply.headers["Content-Type"] == "application/manifest+json"
        manifest = reply.json()
        assert (manifest["start_url"], manifest["scope"]) == ("/", "/")
        for shortcut in manifest["shortcuts"]:
            assert app.get(shortcut["url"]).status_code == 200
        sizes = []
        for icon in manifest["icons"]:
            image = app.get(icon["src"])
            assert image.headers["Content-Type"] == icon["type"]
            if icon["type"] == "image/png":
                width, height = struct.unpack(">II", image.content[16:24])
                assert icon["sizes"] == f"{width}x{height}"
                sizes.append(width)
        assert {192, 512} <= set(sizes)  # what browsers ask for before they offer to install
        assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
