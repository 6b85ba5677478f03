"""The app replies as its schema says, and never fails, whatever the request."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
import schemathesis
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from web_app import AppClient, app_client

from obversi.web.app import ROUTERS

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

# Number of requests for each operation, always the same ones: valid and invalid by the schema.
EXAMPLES = {GenerationMode.POSITIVE: 4, GenerationMode.NEGATIVE: 3}


@pytest.fixture(scope="module")
def app() -> Iterator[AppClient]:
    # By this name the app is asked here.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("obversi.web.http.limits._API_BURST", 100_000)
        # Schemathesis calls the app in another thread than that of its stores.
        patch.setattr("sqlite3.connect", partial(sqlite3.connect, check_same_thread=False))
        with app_client(sites=("testserver",)) as client:
            yield client


@pytest.fixture(scope="module")
def operations(app: AppClient) -> list[Any]:
    schema = schemathesis.openapi.from_asgi("/openapi.json", app.app)
    return [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]


def test_the_schema_has_everything(operations: list[Any]) -> None:
    """What the schema leaves out is not tried below."""
    answered = {
        f"{method} {route.path}"
        for router in ROUTERS
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }
    assert answered == {operation.label for operation in operations}
    assert len(answered) > 15


@pytest.mark.parametrize("mode", EXAMPLES)
def test_the_app_keeps_to_its_schema(
    app: AppClient, operations: list[Any], mode: GenerationMode
) -> None:
    for operation in operations:
        if mode is GenerationMode.NEGATIVE and not can_be_wrong(operation):
            continue

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=EXAMPLES[mode],
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def ask(case: schemathesis.Case[Any]) -> None:
            if case.operation.path.startswith("/api/person"):  # else all replies are 401
                case.headers.update(key_of_new_person(app))
            case.call_and_validate(checks=CHECKS)

        with suppress(Unsatisfiable):  # any text is a file, and any name that of a puzzle
            ask()


def key_of_new_person(app: AppClient) -> dict[str, str]:
    """Return the header of a person that no other request has deleted."""
    persons = app.app.state.services.game_server.store.persons  # type: ignore[attr-defined]
    _, key = persons.add("Ann")
    return {"Authorization": f"Bearer {key}"}


def can_be_wrong(operation: Any) -> bool:
    """Whether there is anything in a request that the schema could forbid."""
    return bool(operation.body or operation.path_parameters or operation.query)
