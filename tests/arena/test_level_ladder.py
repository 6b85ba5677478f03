"""The ladder of levels: who is on it, the ratings that come of it, and the page about it."""

from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import pytest

import obversi as ob
from obversi.agents import make_agent
from obversi.agents.levels import LEVELS, LevelRating, level_ratings
from obversi.arena.ladder import LADDER_ANCHOR, ladder_openings
from obversi.arena.level_ladder import (
    level_ladder_settings,
    level_tables,
    levels_page,
    measured_ratings,
)
from obversi.arena.statistics.ratings import Rating, Ratings
from obversi.arena.statistics.standings import Standing, Standings
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.tournament import Tournament
from obversi.rules import Rules

DOCS = Path(__file__).parent.parent.parent / "docs"
LABELS = ["random", "greedy", *(f"level {number}" for number in range(13))]


@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize("size", ob.SIZES)
def test_level_ladder_can_be_played(rules: Rules, size: int) -> None:
    settings = level_ladder_settings(rules, size, pairs=3, seed=5)
    assert [entrant.label for entrant in settings.entrants] == LABELS
    tournament = Tournament(settings, ladder_openings(rules, size, pairs=3, seed=5))
    assert tournament.planned == 2 * 3 * (4 * len(LABELS) - 10)
    assert settings.entrants[LADDER_ANCHOR.agent].label == "random"
    for entrant in settings.entrants[2:]:
        assert make_agent(entrant.description, seed=1, seconds=10).name == entrant.label


def result(rules: Rules, size: int = 8) -> tuple[StoredTournament, Standings]:
    settings = level_ladder_settings(rules, size, pairs=3, seed=5)
    stored = StoredTournament(1, None, settings, "2026-11-16", "0.1.0", None, settings.planned)
    rows = tuple(
        Standing(agent, label, 100.04 * agent, 90 * agent, 110 * agent, 48, 24, 0.5, 1.5, 0, 0)
        for agent, label in enumerate(LABELS)
    )
    ratings = Ratings(tuple(Rating(100 * agent) for agent in range(len(LABELS))), "random is 0")
    return stored, Standings(rows, {}, ratings, ())


def test_ratings_are_those_of_the_levels() -> None:
    measured = measured_ratings([result("normal"), result("reversed")])
    assert list(measured) == ["normal", "reversed"]
    assert list(measured["normal"]) == list(range(13))
    assert measured["reversed"][1] == LevelRating(300, 270, 330, 48)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rating": None}, "level 12 has no rating"),
        ({"high": inf}, "level 12 has won or lost all its games"),
    ],
)
def test_ratings_without_an_interval_are_rejected(change: dict[str, Any], message: str) -> None:
    stored, standings = result("normal")
    rows = (*standings.rows[:-1], replace(standings.rows[-1], **change))
    with pytest.raises(ob.ObversiError, match=message):
        measured_ratings([(stored, replace(standings, rows=rows))])


def test_the_page_has_both_rule_sets_and_how_to_redo_it() -> None:
    page = levels_page([result("normal"), result("reversed")])
    for rules in ("normal", "reversed"):
        assert f"## Ratings: {rules} rules, 8×8" in page
    assert page.count("| 3 | level 0 | +200 | +180 to +220 |") == 2
    assert "obversi arena ladder --levels --pairs 3 --seed 5" in page
    assert all(table in page for table in level_tables())
    stored, standings = result("normal")
    unfinished = levels_page([(replace(stored, games=2), standings)])
    assert "not all are played yet" in unfinished


def test_docs_page_has_the_tables_of_the_levels() -> None:
    page = (DOCS / "levels.md").read_text(encoding="utf-8")
    for table in level_tables():
        assert table in page
    for rules in LEVELS:
        section = page.partition(f"## Ratings: {rules} rules, 8×8")[2].partition("\n## ")[0]
        for number, rating in level_ratings(rules).items():
            shown, low, high = (
                f"{value:+}".replace("-", "−") for value in (rating.rating, rating.low, rating.high)
            )
            assert f"| level {number} | {shown} | {low} to {high} | {rating.games} |" in section
