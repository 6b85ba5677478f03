"""Files of a training: written atomically, with errors that name them."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from obversi.errors import InputError


def write_json(path: Path, data: dict[str, Any]) -> None:
    """Write a JSON object."""
    replace_file(path, (json.dumps(data, indent=1) + "\n").encode())


def read_json(path: Path) -> dict[str, Any]:
    """Read a JSON object."""
    with file_errors(path, "read"):
        content = path.read_bytes()
    try:
        data = json.loads(content)
    except ValueError as error:
        raise InputError(f"{path} is not JSON: {error}") from error
    if not isinstance(data, dict):
        raise InputError(f"{path} is not a JSON object")
    return data


def replace_file(path: Path, content: bytes) -> None:
    """Write a file under another name and rename it, so that readers never see a part of it."""
    partial = path.with_name(f"{path.name}.part")
    with file_errors(path, "written"):
        try:
            with partial.open("wb") as file:
                file.write(content)
                file.flush()
                # Otherwise a power cut could leave the name without the content.
                os.fsync(file.fileno())
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)


@contextmanager
def file_errors(path: Path, action: str) -> Iterator[None]:
    """Turn an OSError into an InputError that names the file."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"{path} cannot be {action}: {reason}") from error
