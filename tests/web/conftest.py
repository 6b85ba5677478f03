"""The app to ask, without its door."""

from collections.abc import Iterator

import pytest
from web_app import AppClient, app_client


@pytest.fixture(scope="module")
def app() -> Iterator[AppClient]:
    with app_client() as client:
        yield client
