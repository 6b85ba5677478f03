"""Programs that some tests need and a machine may lack.

A test without its program is skipped. Where the variable OBVERSI_NO_SKIPS is set, it fails.
"""

import os
from collections.abc import Mapping
from typing import NoReturn

import pytest

# Each program, and the words of .github/workflows/ci.yml that install it.
PROGRAMS: Mapping[str, str] = {
    "a browser": "playwright install --with-deps chromium",
    "an older version": "fetch-depth: 0",
    "bubblewrap": "bubblewrap",
    "JAX": "pip install jax",
    "Node.js": "actions/setup-node",
    "PostgreSQL": "postgresql",
    "Redis": "redis-server",
}

NO_SKIPS = "OBVERSI_NO_SKIPS"


def skip_without(program: str, reason: str) -> NoReturn:
    """Skip the current test, which cannot have a program."""
    text = f"needs {program}: {reason}"
    assert program in PROGRAMS
    if NO_SKIPS in os.environ:
        pytest.fail(text, pytrace=False)
    pytest.skip(text)


def needs_program(program: str, found: object) -> pytest.MarkDecorator:
    """Skip a test if its program has not been found."""
    assert program in PROGRAMS
    skips = not found and NO_SKIPS not in os.environ
    return pytest.mark.skipif(skips, reason=f"needs {program}")
