"""What a student is told about a file before handing it in, as a page."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from obversi.agents.course.preset import CoursePreset
from obversi.arena.game.played import PlayedGame
from obversi.arena.report.markup import Html, section, tag
from obversi.judge.finding import Finding, Level
from obversi.judge.report.course_table import course_lead, course_table
from obversi.judge.report.finding_card import finding_card
from obversi.judge.report.frame import judge_page
from obversi.judge.report.own_game import own_game
from obversi.judge.report.own_games_part import own_games_part
from obversi.judge.report.replay_data import Line, line_to, replay_data

__all__ = ["check_page"]

_BAD = (Level.PROBLEM, Level.FATAL)


def check_page(
    name: str,
    preset: CoursePreset,
    findings: Sequence[Finding],
    games: Sequence[tuple[PlayedGame, int, str]] = (),
) -> str:
    """Return what was found out about an agent, with a replay of what went wrong.

    A game comes with the colour of the agent in it, and with who was the other.
    """
    own = [
        own_game(number, "sparring", game, color, opponent)
        for number, (game, color, opponent) in enumerate(games, start=1)
    ]
    lines = _lines(findings, preset, len(own))
    content = [
        tag("p", f"{course_lead(preset)}.", class_="lead"),
        tag("p", tag("b", _verdict(findings))),
        section("Findings", *_findings(findings, preset, lines)),
        *(own_games_part(own, preset) if own or lines else ()),
        section("The course", course_table(preset)),
    ]
    replays = replay_data(name, own, list(lines.values()), preset.move_seconds)
    return judge_page(f"Check of {name}", *content, games=replays if replays["games"] else None)


def _verdict(findings: Sequence[Finding]) -> str:
    bad = sum(finding.level in _BAD for finding in findings)
    advice = sum(finding.level is Level.ADVICE for finding in findings)
    if bad:
        return "1 problem was found." if bad == 1 else f"{bad} problems were found."
    if not advice:
        return "No problem was found."
    things = "1 thing" if advice == 1 else f"{advice} things"
    return f"No problem was found; {things} could be better."


def _lines(findings: Sequence[Finding], preset: CoursePreset, games: int) -> Mapping[int, Line]:
    """Return how the boards of findings came about, by the places of the findings."""
    numbers = count(games + 1)
    found = {}
    for place, finding in enumerate(findings):
        line = line_to(
            finding.board,
            finding.moves,
            rules=preset.rules,
            number=next(numbers),
            title=f"Finding {place + 1}: {finding.topic}",
            words=finding.words,
        )
        if line is not None:
            found[place] = line
    return found


def _findings(
    findings: Sequence[Finding], preset: CoursePreset, lines: Mapping[int, Line]
) -> Iterator[Html]:
    """Go through the findings, what is bad before what is good."""
    cards = [
        (finding.level, finding_card(place + 1, finding, preset.rules, lines.get(place)))
        for place, finding in enumerate(findings)
    ]
    good = [card for level, card in cards if level is Level.GOOD]
    for levels in (_BAD, (Level.ADVICE,)):
        yield from (card for level, card in cards if level in levels)
    if good:
        is_open = "open" if len(good) == len(cards) else None
        told = "1 thing is as it" if len(good) == 1 else f"{len(good)} things are as they"
        summary = tag("summary", f"{told} should be")
        yield tag("details", summary, *good, open=is_open)
