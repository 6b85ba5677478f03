"""The ladder: the agents that come with the package, on one scale for each rule set.

No agent is limited by time, only by plies and playouts: the ladder is the same on every machine.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from obversi.arena.game.time_control import TimeControl
from obversi.arena.openings import Openings, random_openings
from obversi.arena.report.markdown import markdown_cross_table, markdown_standings, markdown_text
from obversi.arena.statistics.ratings import Anchor
from obversi.arena.statistics.standings import Standings
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.settings import TournamentSettings, entrants

__all__ = [
    "LADDER",
    "LADDER_ANCHOR",
    "ladder_command",
    "ladder_openings",
    "ladder_page",
    "ladder_section",
    "ladder_settings",
]

LADDER: Final = (
    "random",
    "greedy",
    "positional:depth=4",
    "r0-original:depth=4",
    "r0-adjusted:depth=4",
    "r1:level=3",
    "r1:level=4",
    "r1-corrected:level=3",
    "r1-corrected:level=4",
    "r2:depth=4",
    "r2-position:depth=4",
    "r3:depth=4",
    "r4:depth=4",
    "r4:depth=6",
    "mcts:playouts=100",
    "mcts:playouts=1000",
    "mcts:playouts=10000",
    "engine:depth=1",
    "engine:depth=4",
    "engine:depth=8",
    "engine:depth=12",
)

# The scale begins at random play.
LADDER_ANCHOR: Final = Anchor(LADDER.index("random"), 0.0)

# Nobody plays by it, and nobody loses by it on a slow machine.
_TIME: Final = TimeControl(seconds=10.0, strict=False)

_REMARK: Final = (
    "All is seen by the agent of the row; scores are points a game, margins discs a game."
)


def ladder_openings(rules: str, size: int = 8, pairs: int = 20, seed: int = 1) -> Openings:
    """Return where the games of the ladder begin, the same for every encounter."""
    return random_openings(pairs, size=size, rules=rules, seed=seed)


def ladder_settings(
    rules: str,
    size: int = 8,
    pairs: int = 20,
    seed: int = 1,
    *,
    agents: Sequence[str] | None = None,
    form: str = "round-robin",
) -> TournamentSettings:
    """Return the tournament by which agents are rated, those of the package unless told.

    The first of them has to be random play, with which the scale begins.
    """
    return TournamentSettings(
        entrants=entrants(LADDER if agents is None else agents),
        form=form,
        size=size,
        rules=rules,
        pairs=pairs,
        time=_TIME,
        seed=seed,
        openings=ladder_openings(rules, size, pairs, seed).origin,
    )


def ladder_page(results: Sequence[tuple[StoredTournament, Standings]]) -> str:
    """Return a page of Markdown about the ladders that were played, one for each rule set."""
    return "\n\n".join(_parts(results)) + "\n"


def _parts(results: Sequence[tuple[StoredTournament, Standings]]) -> Iterator[str]:
    yield "# The ladder"
    yield (
        "How strong the [agents](agents.md) are that come with Obversi. Everyone met everyone, in\n"
        "pairs of games from the same opening with colours swapped. Ratings are Elo on one scale\n"
        "for each rule set, on which `random` is 0; their 95 % intervals come from the scatter of\n"
        "the pairs. [Ratings](ratings.md) tells what the numbers mean. No agent plays by time, so\n"
        "that the same ladder comes out on every machine."
    )
    for stored, standings in results:
        settings = stored.settings
        yield from ladder_section(
            stored,
            standings,
            heading=f"{settings.rules.capitalize()} rules, {settings.size}×{settings.size}",
            played=f"{stored.games:,} games of {len(settings.entrants)} agents",
            remark=_REMARK,
        )
    yield "## To play it again"
    yield from ladder_command(results, files=" --out docs/ladder.md")
    yield (
        "The command writes this page. It keeps every game in a database as it ends, and goes on\n"
        "where it was if it is broken off."
    )


def ladder_section(
    stored: StoredTournament, standings: Standings, *, heading: str, played: str, remark: str
) -> Iterator[str]:
    """Go through the paragraphs about one ladder: what was played, and what came of it."""
    settings = stored.settings
    yield f"## {heading}"
    yield (
        f"{played}; pairs when two meet: {settings.pairs};\n"
        f"openings: {markdown_text(settings.openings)}; seed: {settings.seed}; "
        f"obversi {markdown_text(stored.version)}."
    )
    if stored.games < stored.planned:
        yield f"Of {stored.planned:,} games not all are played yet."
    yield remark
    yield markdown_standings(standings)
    notes = dict.fromkeys((*standings.notes, *standings.ratings.notes))
    if notes:
        yield "\n".join(f"- {markdown_text(note)}" for note in notes)
    yield "Points of the row's agent against the column's, of 100:"
    yield markdown_cross_table(standings)


def ladder_command(
    results: Sequence[tuple[StoredTournament, Standings]], *, files: str, options: str = ""
) -> Iterator[str]:
    """Yield the command that plays the ladders again, if any was played."""
    for stored, _ in results[:1]:
        settings = stored.settings
        size = "" if settings.size == 8 else f" --size {settings.size}"
        told = f"--pairs {settings.pairs} --seed {settings.seed}{size}"
        yield f"```sh\nobversi arena ladder {options}{told}{files}\n```"
