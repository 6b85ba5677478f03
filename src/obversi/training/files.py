"""What a step of a training leaves in JSON, there whole or not at all."""

import json
from pathlib import Path
from typing import Any

from obversi.errors import ObversiError
from obversi.training.shard import named_problem, replace_file

__all__ = ["read_json", "write_json"]


def write_json(path: Path, told: dict[str, Any]) -> None:
    """Write an object."""
    replace_file(path, (json.dumps(told, indent=1) + "\n").encode())


def read_json(path: Path) -> dict[str, Any]:
    """Read an object."""
    with named_problem(path, "read"):
        content = path.read_bytes()
    try:
        told = json.loads(content)
    except ValueError as error:
        raise ObversiError(f"{path} is no JSON: {error}") from error
    if not isinstance(told, dict):
        raise ObversiError(f"{path} is no JSON object")
    return told
