"""The page on evaluations names everything there is."""

import re
from pathlib import Path

from obversi.heuristics import EVALUATIONS, FEATURES, GOAL_FEATURES

PAGE = (Path(__file__).parents[2] / "docs" / "evaluations.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table after a heading."""
    table = PAGE.partition(f"\n## {heading}\n")[2].partition("\n| --- ")[2].partition("\n\n")[0]
    lines = table.splitlines()[1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_feature_and_whether_it_is_a_goal_feature() -> None:
    documented = {row[0].strip("`"): row[2] == "yes" for row in rows("Features")}
    assert list(documented) == list(FEATURES)
    assert {name for name, is_goal in documented.items() if is_goal} == GOAL_FEATURES


def test_every_evaluation_and_its_parameters() -> None:
    documented = {
        name: re.findall(r"`(\w+)=", row[3])
        for row in rows("The reports' evaluations")
        for name in re.findall(r"`(\S+)`", row[0])
    }
    assert documented == {name: list(kind.parameters) for name, kind in EVALUATIONS.items()}
