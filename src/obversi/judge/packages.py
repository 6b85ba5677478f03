"""Whether packages can be used here: those that a course allows, and those of submissions."""

import sys
from collections.abc import Iterable
from hashlib import sha256
from importlib.util import find_spec

from obversi.agents.agent import AgentFailureError
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.process import CourseProcess
from obversi.agents.course.submission import Submission
from obversi.errors import MachineError
from obversi.sandbox.layers import checked_minimum


def check_packages(preset: CoursePreset) -> None:
    """Import the packages of a course in a sandbox; one that cannot be used is an error."""
    for package in preset.packages:
        data = f"import {package}\n".encode()
        tried = Submission(
            package, data.decode(), sha256(data).hexdigest(), data, libraries=(package,)
        )
        process = CourseProcess(tried, preset, minimum=checked_minimum(preset.sandbox))
        try:
            process.load()
        except AgentFailureError as error:
            how = f"pip install {package}, or take it out of 'packages'"
            words = f"the course allows {package}, which cannot be used here: {error}"
            raise MachineError(f"{words} ({how})") from error
        finally:
            process.end()


def missing_packages(names: Iterable[str]) -> tuple[str, ...]:
    """Return those that are neither part of Python nor installed here."""
    return tuple(
        name for name in names if name not in sys.stdlib_module_names and not _is_installed(name)
    )


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False
