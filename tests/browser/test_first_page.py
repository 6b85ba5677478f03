"""What the first page weighs, and when it can be used."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from browser.new_pages import Device, NewPages
from browser.playable import milliseconds_to_playable

MOST_BYTES = 300_000


@pytest.mark.few_cases
def test_first_page_loads_few_bytes(
    new_pages: NewPages, device: Device, capsys: pytest.CaptureFixture[str]
) -> None:
    page = new_pages.open(device)
    received = 0
    files = 0

    def count(message: dict[str, Any]) -> None:
        nonlocal received, files
        received += message["encodedDataLength"]
        files += 1

    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", count)
    requested: list[str] = []
    page.on("request", lambda request: requested.append(urlsplit(request.url).path))
    milliseconds = milliseconds_to_playable(page, "/")
    # Requests after that count too.
    page.wait_for_load_state("networkidle")
    with capsys.disabled():
        print(
            f"\nthe first page ({device}): {received / 1000:.0f} kB in {files} files, "
            f"playable after {milliseconds:.0f} ms"
        )
    assert 10_000 < received <= MOST_BYTES
    questions = [path for path in requested if path.startswith("/api/")]
    assert len(set(questions)) == len(questions), "nothing is requested twice"
    of_others = [path for path in requested if re.search("/(analyse|study|arena)[./]", path)]
    assert of_others == []
