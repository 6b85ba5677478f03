"""The files that pages are made of: read again when they have changed, and none above them."""

import gzip
import os
from pathlib import Path

from fastapi import Request

from obversi.web.http.static_files import Files


def file_request(mark: str = "", packed: str = "") -> Request:
    headers = [(b"if-none-match", mark.encode())] if mark else []
    if packed:
        headers.append((b"accept-encoding", packed.encode()))
    return Request({"type": "http", "method": "GET", "path": "/", "headers": headers})


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.js"
    path.write_text("one")
    files = Files(tmp_path)
    first = files.response("a.js", file_request())
    assert first is not None
    assert first.body == b"one"
    mark = first.headers["ETag"]
    same = files.response("a.js", file_request(mark))
    assert same is not None
    assert same.status_code == 304

    path.write_text("two")
    os.utime(path, ns=(1, 1))
    changed = files.response("a.js", file_request(mark))
    assert changed is not None
    assert (changed.status_code, changed.body) == (200, b"two")
    assert changed.headers["ETag"] != mark
    path.unlink()
    assert files.response("a.js", file_request()) is None


def test_a_file_is_compressed_if_the_client_accepts_it(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("one " * 100)
    files = Files(tmp_path)
    whole, packed = (
        files.response("a.js", file_request(packed=kind)) for kind in ("br", "gzip, br")
    )
    assert whole is not None
    assert packed is not None
    assert "Content-Encoding" not in whole.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == whole.body
    assert whole.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"
    # They are not the same: who has one of them has not the other.
    for kind, mark, status in (("gzip", packed, 304), ("gzip", whole, 200), ("br", whole, 304)):
        again = files.response("a.js", file_request(mark.headers["ETag"], kind))
        assert again is not None
        assert again.status_code == status


def test_what_is_outside_the_folder_is_not_there(tmp_path: Path) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "way_out.txt").symlink_to(tmp_path / "secret.txt")
    files = Files(folder)
    names = (
        "../secret.txt",
        str(tmp_path / "secret.txt"),
        "way_out.txt",
        "",
        ".",
        "x\0y",
        "a" * 999,
    )
    for name in names:
        assert files.response(name, file_request()) is None


def test_names_without_end_take_no_memory(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("one")
    files = Files(tmp_path)
    for count in range(50):
        assert files.response("./" * count + "a.js", file_request()) is not None
    assert len(files._known) == 1
    (tmp_path.parent / "outside.txt").write_text("secret")
    (tmp_path / "link.txt").symlink_to(tmp_path.parent / "outside.txt")
    for name in ("link.txt", "../outside.txt", str(tmp_path.parent / "outside.txt"), "x/" * 3000):
        assert files.response(name, file_request()) is None
