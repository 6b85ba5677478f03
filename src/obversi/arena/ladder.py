"""The ladder: ratings of the agents of the package, for each rule set.

Agents are limited by plies and playouts and not by time, so the ladder does not depend on the
machine.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from obversi.arena.game.plan import TimeControl
from obversi.arena.openings import Openings, random_openings
from obversi.arena.report.markdown import markdown_cross_table, markdown_standings, markdown_text
from obversi.arena.statistics.ratings import Anchor
from obversi.arena.statistics.standings import Standings
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.settings import TournamentSettings, entrants
from obversi.arguments import chosen_seed
from obversi.rules import Rules

# The ladders that were played, one for each rule set.
LadderResults = Sequence[tuple[StoredTournament, Standings]]

# The agents of the ladder.
LADDER = (
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

# The zero of the scale is random play.
LADDER_ANCHOR = Anchor(LADDER.index("random"), 0.0)

# A formality: no agent uses it, and on a slow machine no agent loses by it.
_TIME = TimeControl(seconds=10.0, strict=False)

_REMARK = (
    "All numbers are for the agent of the row; scores are points per game, margins discs per game."
)


def ladder_openings(rules: Rules, size: int = 8, pairs: int = 20, seed: int | None = 1) -> Openings:
    """Return the openings of the ladder, the same for each encounter."""
    return random_openings(pairs, size=size, rules=rules, seed=seed)


def ladder_settings(
    rules: Rules,
    size: int = 8,
    pairs: int = 20,
    seed: int | None = 1,
    *,
    agents: Sequence[str] | None = None,
    form: str = "round-robin",
) -> TournamentSettings:
    """Return the tournament that rates agents, by default those of the package.

    The first of them must be random play, which is the zero of the scale.
    """
    chosen = chosen_seed(seed)
    return TournamentSettings(
        entrants=entrants(LADDER if agents is None else agents),
        form=form,
        size=size,
        rules=rules,
        pairs=pairs,
        time=_TIME,
        seed=chosen,
        openings=ladder_openings(rules, size, pairs, chosen).origin,
    )


def ladder_page(results: LadderResults) -> str:
    """Return a page of Markdown about the ladders that were played, one for each rule set."""
    return page_of("ladder.md", _sections(results))


def page_of(template: str, sections: Iterable[str], **values: str) -> str:
    """Return a page of Markdown from a template and its sections."""
    text = (Path(__file__).parent / "templates" / template).read_text(encoding="utf-8")
    return text.format(sections="\n\n".join(sections), **values)


def _sections(results: LadderResults) -> Iterator[str]:
    for stored, standings in results:
        settings = stored.settings
        yield from ladder_section(
            stored,
            standings,
            heading=f"{settings.rules.capitalize()} rules, {settings.size}×{settings.size}",
            played=f"{stored.games:,} games of {len(settings.entrants)} agents",
            remark=_REMARK,
        )
    yield "## To play the ladder again"
    yield from ladder_command(results, files=" --out docs/ladder.md")


def ladder_section(
    stored: StoredTournament, standings: Standings, *, heading: str, played: str, remark: str
) -> Iterator[str]:
    """Yield the paragraphs about one ladder: its games and their results."""
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
    yield "Score of the row's agent against the column's, in percent:"
    yield markdown_cross_table(standings)


def ladder_command(results: LadderResults, *, files: str, options: str = "") -> Iterator[str]:
    """Yield the command that plays the ladders again, if any was played."""
    for stored, _ in results[:1]:
        settings = stored.settings
        size = "" if settings.size == 8 else f" --size {settings.size}"
        options_text = f"--pairs {settings.pairs} --seed {settings.seed}{size}"
        yield f"```sh\nobversi arena ladder {options}{options_text}{files}\n```"
