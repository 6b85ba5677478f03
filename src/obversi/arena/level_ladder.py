"""The ladder of levels: the strength of each, on one scale for each rule set.

Only the highest level plays by time, so its strength depends on the machine.
"""

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite

from obversi.agents.levels import LEVELS, Level, LevelRating, level
from obversi.arena.ladder import (
    LadderResults,
    ladder_command,
    ladder_section,
    ladder_settings,
    page_of,
)
from obversi.arena.statistics.standings import Standings
from obversi.arena.tournament.settings import TournamentSettings
from obversi.errors import InputError
from obversi.rules import Rules
from obversi.size import SIZES

_REMARK = (
    "[Ratings](ratings.md) are Elo above `random`, with 95 % intervals. All numbers are for\n"
    "the agent of the row; scores are points per game, margins discs per game. Level 12 had a\n"
    "second per move on one core."
)
_FILES = " \\\n    --out docs/levels.md --ratings src/obversi/agents/level_ratings.json"


def levels_page(results: LadderResults) -> str:
    """Return a page of Markdown about the levels and their tournaments, one for each rule set."""
    names, *numbers = level_tables()
    return page_of("levels.md", _sections(results, numbers), names=names)


def level_tables() -> Iterator[str]:
    """Yield the tables that describe the levels, which do not depend on a tournament."""
    yield "\n".join(
        [
            "| level | name | how it plays |",
            "| ---: | --- | --- |",
            *(f"| {each.number} | {each.name} | {each.words} |" for each in LEVELS["normal"]),
        ]
    )
    for size in reversed(SIZES):
        for rules in LEVELS:
            yield f"### {rules.capitalize()} rules, {size}×{size}"
            yield _numbers_table(size, rules)


def _sections(results: LadderResults, numbers: Iterable[str]) -> Iterator[str]:
    yield from numbers
    for stored, standings in results:
        settings = stored.settings
        yield from ladder_section(
            stored,
            standings,
            heading=f"Ratings: {settings.rules} rules, {settings.size}×{settings.size}",
            played=f"{stored.games:,} games of the levels, `greedy` and `random`, "
            "each against the four\n"
            "before it and the four after it",
            remark=_REMARK,
        )
    yield "## To measure the levels again"
    yield from ladder_command(results, files=_FILES, options="--levels ")


def _numbers_table(size: int, rules: Rules) -> str:
    levels = (level(each.number, rules, size) for each in LEVELS[rules])
    rows = ((str(each.number), *_numbers(each)) for each in levels)
    heads = ("level", "plies", "greed", "slips", "at most")
    rule = ("---:",) * len(heads)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, rule, *rows))


def _numbers(shown: Level) -> tuple[str, ...]:
    plies = "all it can" if shown.depth is None else str(shown.depth)
    slips = shown.slips
    if slips is None:
        return plies, "", "", ""
    first_and_last = (
        f"{value:.1f} to {value * slips.left:.1f}" for value in (slips.temperature, slips.most)
    )
    return plies, f"{slips.greed:.0%}".replace("%", " %") if slips.greed else "", *first_and_last


_LABELS = {f"level {level.number}": level.number for level in LEVELS["normal"]}

LEVEL_LADDER = (
    "random",
    "greedy",
    *(f"{label}=engine:level={number}" for label, number in _LABELS.items()),
)


def level_ladder_settings(
    rules: Rules, size: int = 8, pairs: int = 20, seed: int | None = 1
) -> TournamentSettings:
    """Return the tournament that rates levels, each against levels of similar strength."""
    return ladder_settings(rules, size, pairs, seed, agents=LEVEL_LADDER, form="neighbours")


def measured_ratings(
    results: LadderResults,
) -> dict[str, Mapping[int, LevelRating]]:
    """Return the rating of each level, by rules."""
    return {stored.settings.rules: dict(_ratings(standings)) for stored, standings in results}


def _ratings(standings: Standings) -> Iterator[tuple[int, LevelRating]]:
    for row in standings.rows:
        if row.label not in _LABELS:
            continue
        if row.rating is None or row.low is None or row.high is None:
            raise InputError(f"{row.label} has no rating: play more games")
        if not (isfinite(row.low) and isfinite(row.high)):
            raise InputError(
                f"{row.label} has won or lost all its games, so its rating has no bound: "
                "play more games"
            )
        # Rounded as on the page, so that both show the same numbers.
        rating, low, high = (round(value) for value in (row.rating, row.low, row.high))
        yield _LABELS[row.label], LevelRating(rating, low, high, row.games)
