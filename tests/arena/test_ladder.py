"""The ladder: who is on it, and the page about it."""

import pytest

from obversi.agents import make_agent
from obversi.agents.catalog import AGENTS
from obversi.arena.ladder import (
    LADDER,
    LADDER_ANCHOR,
    ladder_openings,
    ladder_page,
    ladder_settings,
)
from obversi.arena.statistics.ratings import Rating, Ratings
from obversi.arena.statistics.standings import Crossing, Standing, Standings
from obversi.arena.statistics.summary import Tally
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.tournament import Tournament
from obversi.rules import Rules

# What others bring cannot be on the ladder.
OWN = {"file", "python", "nboard", "gtp", "cs303"}


def name_of(description: str) -> str:
    return description.partition(":")[0]


def test_every_agent_that_comes_with_the_package_is_on_it() -> None:
    assert {name_of(description) for description in LADDER} == set(AGENTS) - OWN


@pytest.mark.parametrize("description", LADDER)
def test_no_agent_plays_by_time(description: str) -> None:
    assert getattr(make_agent(description, seed=1, seconds=0.5), "seconds", None) is None


@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize("size", [4, 6, 8])
def test_ladder_can_be_played(rules: Rules, size: int) -> None:
    settings = ladder_settings(rules, size, pairs=3, seed=5)
    tournament = Tournament(settings, ladder_openings(rules, size, pairs=3, seed=5))
    assert tournament.planned == 3 * len(LADDER) * (len(LADDER) - 1)
    assert tournament.due() is not None
    assert settings.entrants[LADDER_ANCHOR.agent].label == "random"


def test_the_same_seed_gives_the_same_openings() -> None:
    boards = [ladder_openings("normal", pairs=5, seed=seed).boards for seed in (1, 1, 2)]
    assert boards[0] == boards[1] != boards[2]


def result(rules: Rules, games: int) -> tuple[StoredTournament, Standings]:
    settings = ladder_settings(rules, pairs=3, seed=5)
    stored = StoredTournament(1, None, settings, "2026-11-15", "0.1.0", None, games)
    rows = tuple(
        Standing(agent, label, 100 - agent, 90 - agent, 110 - agent, 6, 3, 0.5, 1.5, 0, 0)
        for agent, label in enumerate(LADDER)
    )
    cross = {(0, 1): Crossing(Tally(3, 0, 3, 0), (0, 0, 3, 0, 0), None)}
    ratings = Ratings(tuple(Rating(100 - agent) for agent in range(len(LADDER))), "random is 0")
    return stored, Standings(rows, cross, ratings, ("*mind* this",))


def test_the_page_has_both_rule_sets_and_how_to_redo_it() -> None:
    planned = ladder_settings("normal", pairs=3, seed=5).planned
    page = ladder_page([result("normal", planned), result("reversed", planned - 2)])
    assert "## Normal rules, 8×8" in page
    assert "## Reversed rules, 8×8" in page
    assert page.count("| 1 | random | +100 | +90 to +110 |") == 2
    assert page.count("| 1 | random | · | 50 |") == 2
    assert r"- \*mind\* this" in page
    assert "obversi arena ladder --pairs 3 --seed 5 --out docs/ladder.md" in page
    assert page.count("not all are played yet") == 1
    for fact in ("seed 5", "obversi 0.1.0", "random, 8 plies"):
        assert fact in page
