"""The identity of an agent: its description with all defaults, its version, its files."""

import hashlib
import importlib.util
import json
import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path

from obversi import __version__, _core
from obversi.agents.agent import Agent
from obversi.agents.description import AgentDescription, read_description
from obversi.agents.levels import LevelAgent, level
from obversi.agents.program_agent import ProgramAgent
from obversi.records import JsonObject
from obversi.rules import Rules
from obversi.weights import shipped_path

_COURSE = "cs303"


def identity(description: str, agent: Agent, size: int, rules: Rules) -> JsonObject:
    """Return all that identifies an agent in one of the six games, for JSON.

    Its files are listed with the SHA-256 of their contents. A program adds its own name and version
    and its protocol, a level its numbers, and a student's agent the rules of its course.
    """
    read = read_description(description)
    options = {name: option.default for name, option in read.kind.options.items()}
    options.update(read.options)
    known: JsonObject = {
        "description": description,
        "kind": read.name,
        "options": {name: value for name, value in options.items() if value is not None},
        "files": agent_files(description, size, rules),
    }
    if isinstance(agent, ProgramAgent):
        return {**known, "says": agent.facts()}
    if isinstance(agent, LevelAgent):
        played = asdict(level(agent.level, rules, size))
        known["level"] = {name: played[name] for name in ("depth", "seconds", "slips")}
    if (course := getattr(agent, "preset", None)) is not None and read.name == _COURSE:
        known["course"] = json.loads(json.dumps(asdict(course)))
    return {**known, "obversi": __version__, "core": _digest(Path(_core.__file__))[:16]}


def agent_files(description: str, size: int, rules: Rules) -> dict[str, str]:
    """Return the files that an agent is made of, by name, with the SHA-256 of their contents."""
    read = read_description(description)
    return {path.name: _digest(path) for path in _files(read, size, rules)}


def _files(read: AgentDescription, size: int, rules: Rules) -> Iterator[Path]:
    """Yield the files that an agent is made of, as far as they can be found."""
    found: list[str | Path | None] = []
    if read.name == "engine":
        found.append(read.options.get("weights", shipped_path(size, rules)))
        found.append(_book_file(read, size, rules))
    elif read.name in ("r2", "r2-position"):
        other = read.options.get("evaluation")
        found.append(shipped_path(size, rules) if other == "patterns" else other)
        found.append(_book_file(read, size, rules))
    elif read.name in ("file", _COURSE):
        found.append(read.operands[0])
    elif read.name == "python":
        found.append(_module_file(read.operands[0]))
    elif read.kind.takes_command:
        found += [shutil.which(part) or part for part in shlex.split(read.operands[0])]
    yield from (Path(path) for path in found if path is not None and Path(path).is_file())


def _book_file(read: AgentDescription, size: int, rules: Rules) -> str | Path | None:
    """Return the book of an agent or of a level, if it has one."""
    number, book = read.options.get("level"), read.options.get("book")
    has_book = book == "default" or (number is not None and level(number, rules, size).has_book)
    if not has_book:
        return book
    # Books need NumPy, which takes long to import.
    from obversi.book.book import shipped_book_path

    return shipped_book_path(size, rules)


def _module_file(module: str) -> str | None:
    """Return the file of a module that was imported when the agent was made."""
    if module.endswith(".py"):
        return module
    known = sys.modules.get(module)
    if known is None:
        spec = importlib.util.find_spec(module)
        return spec.origin if spec else None
    return getattr(known, "__file__", None)


def _digest(path: Path) -> str:
    whole = path.resolve()
    return _digest_of(whole, whole.stat().st_mtime_ns)


@cache
def _digest_of(path: Path, _changed: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
