"""What was played: the settings of a tournament and its agents."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from obversi.arena.report.markup import Column, Html, agent_name, table, tag
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.settings import FORMS, FORMS_OF_ROUNDS, Entrant

__all__ = ["agents_table", "lead", "settings_table"]

_RULES: Final = {
    "normal": "normal rules (most discs win)",
    "reversed": "reversed rules (fewest discs win)",
}

# What has a column of its own.
_TOLD_APART: Final = ("description", "version")


def lead(stored: StoredTournament) -> str:
    """Say in a line what this is."""
    settings = stored.settings
    extent = f"{stored.games:,} games"
    if stored.games != stored.planned:
        extent = f"{stored.games:,} of {stored.planned:,} games"
    state = "still to be finished" if stored.ended is None else stored.ended
    board = f"{settings.size}×{settings.size}"
    return f"{board}, {_RULES[settings.rules]}; {len(settings.entrants)} agents, {extent}: {state}."


def settings_table(stored: StoredTournament) -> Html:
    """Show all that decides which games are played."""
    columns = (Column("", number=False), Column("", number=False))
    return tag(
        "div",
        table(columns, _settings(stored), "The settings decide which games are played."),
        class_="facts",
    )


def agents_table(entrants: Sequence[Entrant], identities: Sequence[Mapping[str, Any]]) -> Html:
    """Show what each agent was, exactly."""
    columns = (
        Column("agent", number=False),
        Column("description", number=False),
        Column("version", number=False),
        Column("what else makes it what it is", number=False),
    )
    rows = [
        [
            agent_name(entrant.label),
            tag("code", str(identity.get("description", entrant.description))),
            _told(identity.get("version", "")),
            "; ".join(_facts(identity)),
        ]
        for entrant, identity in _with_identity(entrants, identities)
    ]
    return tag(
        "div",
        table(columns, rows, "The agents as they were when the tournament began."),
        class_="facts",
    )


def _settings(stored: StoredTournament) -> Iterator[tuple[str, str]]:
    settings = stored.settings
    yield "form", f"{settings.form}: {FORMS[settings.form]}"
    if settings.form in FORMS_OF_ROUNDS:
        yield "rounds", str(settings.rounds)
    yield "pairs an encounter", f"{settings.pairs}, each two games with colours swapped"
    yield "time", str(settings.time)
    late = "has lost the game" if settings.time.strict else "is counted"
    yield "moving late", f"who is {settings.time.grace:g} s late {late}"
    yield "openings", settings.openings
    if settings.adjudicate:
        yield "adjudicated", f"by perfect play at {settings.adjudicate} empty squares"
    if settings.sprt is not None:
        test = settings.sprt
        yield "stopping rule", f"SPRT of {test.elo0:g} against {test.elo1:g} Elo"
        yield "its errors", f"alpha {test.alpha:g}, beta {test.beta:g}"
    yield "seed", str(settings.seed)
    yield "begun", stored.created
    yield "obversi", stored.version


def _with_identity(
    entrants: Sequence[Entrant], identities: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[Entrant, Mapping[str, Any]]]:
    for number, entrant in enumerate(entrants):
        yield entrant, identities[number] if number < len(identities) else {}


def _facts(identity: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """Go through an identity, which may have objects inside, as lines."""
    for key, value in identity.items():
        if not prefix and key in _TOLD_APART:
            continue
        if isinstance(value, Mapping):
            yield from _facts(value, f"{prefix}{key}.")
        elif value is not None:
            yield f"{prefix}{key} {_told(value)}"


def _told(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
