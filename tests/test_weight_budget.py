"""How heavy the code may be: the weight of each room against `weight_budget.toml`.

``python tests/test_weight_budget.py`` prints the weights of today as such a table, lines and nodes
rounded up so that a small fix fits. Syntax-tree nodes count what the code says, however its lines
are broken.
"""

import ast
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "obversi"
BUDGET = tomllib.loads(Path(__file__).with_name("weight_budget.toml").read_text(encoding="utf-8"))

ADVICE = (
    "Make it lighter: delete what is not needed, merge what stands twice, use a library. "
    "If the change is worth its weight, raise the number in tests/weight_budget.toml "
    "and give the reason in the message of the commit."
)


@cache
def rooms() -> dict[str, Counter[str]]:
    """Return the modules, lines and nodes of each folder of the package."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path in SOURCE.rglob("*.py"):
        inner = path.relative_to(SOURCE).parts
        text = path.read_text(encoding="utf-8")
        nodes = sum(1 for _ in ast.walk(ast.parse(text)))
        weight = {"modules": 1, "lines": text.count("\n"), "nodes": nodes}
        found[inner[0] if len(inner) > 1 else "top"].update(weight)
    return dict(found)


@cache
def others() -> dict[str, int]:
    """Return the lines of all that is not Python of the package, and the words of the docs."""
    return {
        "JavaScript and CSS": sum(lines(path) for path in scripts()),
        "C++": sum(lines(path) for path in native() if "tests" not in path.parts),
        "tests": sum(
            lines(path)
            for folder, endings in (
                ("tests", (".py", ".js", ".css")),
                ("core/tests", (".cpp", ".hpp")),
            )
            for path in (ROOT / folder).rglob("*")
            if path.suffix in endings
        ),
        "benchmarks": sum(lines(path) for path in (ROOT / "benchmarks").rglob("*.py")),
        "words of docs": sum(
            len(path.read_text(encoding="utf-8").split()) for path in (ROOT / "docs").rglob("*.md")
        ),
    }


def scripts() -> Iterator[Path]:
    for path in SOURCE.rglob("*"):
        if path.suffix in (".js", ".css") and "static/engine/" not in path.as_posix():
            yield path


def native() -> Iterator[Path]:
    for folder in ("core", "bindings"):
        yield from (ROOT / folder).rglob("*.?pp")


def lines(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


def table() -> str:
    """Return today's weights as a budget."""
    rows = [
        f"{name} = {{ modules = {room['modules']}, lines = {above(room['lines'], 20)}, "
        f"nodes = {above(room['nodes'], 200)} }}"
        for name, room in sorted(rooms().items())
    ]
    rest = [f'"{name}" = {above(number, 100)}' for name, number in others().items()]
    return "\n".join(["[rooms]", *rows, "", "[others]", *rest])


def above(number: int, step: int) -> int:
    """Return the first multiple of the step above a number."""
    return number - number % step + step


def test_every_room_has_a_budget() -> None:
    assert rooms().keys() == BUDGET["rooms"].keys()
    assert others().keys() == BUDGET["others"].keys()


@pytest.mark.parametrize("room", BUDGET["rooms"])
def test_a_room_is_within_its_budget(room: str) -> None:
    weight, budget = rooms()[room], BUDGET["rooms"][room]
    over = [f"{key}: {weight[key]} of {budget[key]}" for key in budget if weight[key] > budget[key]]
    assert not over, f"{room} is heavier than its budget ({', '.join(over)}). {ADVICE}"


@pytest.mark.parametrize("name", BUDGET["others"])
def test_the_rest_is_within_its_budget(name: str) -> None:
    weight, budget = others()[name], BUDGET["others"][name]
    assert weight <= budget, f"{name}: {weight} of {budget}. {ADVICE}"


if __name__ == "__main__":
    print(table())
