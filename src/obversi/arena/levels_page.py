"""The page about the levels: what they are, how they err, and how strong they were found to be."""

from collections.abc import Iterator, Sequence
from typing import Final

from obversi.agents.levels import LEVELS, Level, level
from obversi.arena.ladder import ladder_command, ladder_section
from obversi.arena.statistics.standings import Standings
from obversi.arena.store.stored import StoredTournament
from obversi.size import SIZES

__all__ = ["level_tables", "levels_page"]

_REMARK: Final = (
    "[Ratings](ratings.md) are Elo above `random`, with 95 % intervals. All is seen by the\n"
    "agent of the row; scores are points a game, margins discs a game. Level 12 had a second\n"
    "a move on one core."
)
_FILES: Final = " \\\n    --out docs/levels.md --ratings src/obversi/agents/levels/ratings.json"


def levels_page(results: Sequence[tuple[StoredTournament, Standings]]) -> str:
    """Return a page of Markdown about the levels and their tournaments, one for each rule set."""
    return "\n\n".join(_parts(results)) + "\n"


def level_tables() -> Iterator[str]:
    """Go through the tables of what the levels are, which depend on no tournament."""
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


def _parts(results: Sequence[tuple[StoredTournament, Standings]]) -> Iterator[str]:
    names, *numbers = level_tables()
    yield "# Levels"
    yield (
        "Twelve strengths of the engine, from a beginner to the champion, in both rule sets and\n"
        "on all sizes. `engine:level=5` asks for one wherever an [agent](agents.md) is described."
    )
    yield "```sh\nobversi play --level 5\nobversi match engine:level=3 r4:depth=4\n```"
    yield names
    yield (
        "No level thinks for more than a second about a move, and all but the last take a few\n"
        "thousandths of one. `engine:level=12:seconds=5` gives the champion more, as do `threads`\n"
        "and `hash_mb`. With a `seed` a level plays the same move in the same position."
    )
    yield "## How they err"
    yield (
        "A weak level looks a few plies ahead, gives every move the value that it finds, and then\n"
        "does not always choose the best. The more discs a move costs by its own judgement, the\n"
        "less often it is played, and none is that costs more than the most. As with people,\n"
        "slips are larger in the opening than at the end: the limits fall with every square that\n"
        "is filled."
    )
    yield (
        "- *plies*: how far it looks ahead, and so how many of the last squares it plays well;\n"
        "- *greed*: the share of its judgement that is the discs on the board right after a move,\n"
        "  as many as possible or as few, by the rules: what beginners go by;\n"
        "- *slips*: a move that costs so many discs is e times rarer than the best one, at the\n"
        "  first move and at the last;\n"
        "- *at most*: what a slip may cost by its own judgement, at the first move and at the last."
    )
    yield (
        "Levels without slips play the best move that they find. On smaller boards the steps\n"
        "are smaller, and on 4×4 the highest levels are equal: whoever sees a few plies ahead\n"
        "plays perfectly there."
    )
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
    yield "## To measure it again"
    yield from ladder_command(results, files=_FILES, options="--levels ")
    yield (
        "The command writes this page and the ratings that programs show. It keeps every game in\n"
        "a database as it ends, and goes on where it was if it is broken off."
    )


def _numbers_table(size: int, rules: str) -> str:
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
