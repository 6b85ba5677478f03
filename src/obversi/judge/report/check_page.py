"""The page about a file that was checked before it is handed in."""

from collections.abc import Sequence
from dataclasses import dataclass

from obversi.agents.course.preset import CoursePreset
from obversi.arena.game.played import PlayedGame
from obversi.color import Color
from obversi.judge.finding import Finding, Severity
from obversi.judge.games import own_game
from obversi.judge.report.own_games import own_games
from obversi.judge.report.page import judge_page
from obversi.judge.report.replays import Replay, replay_data, replay_of_board


@dataclass(frozen=True, slots=True)
class _Card:
    number: int
    finding: Finding
    line: Replay | None


def check_page(
    name: str,
    preset: CoursePreset,
    findings: Sequence[Finding],
    games: Sequence[tuple[PlayedGame, Color, str]] = (),
) -> str:
    """Return a page with the findings about an agent, and replays of its games.

    A game comes with the colour of the agent and the name of its opponent.
    """
    own = [
        own_game(number, "sparring", game, color, opponent)
        for number, (game, color, opponent) in enumerate(games, start=1)
    ]
    cards = [
        _Card(number, finding, _replay(number, finding, preset, len(own)))
        for number, finding in enumerate(findings, start=1)
    ]
    levels = [finding.level for finding in findings]
    lines = [card.line for card in cards if card.line is not None]
    return judge_page(
        "check.html",
        f"Check of {name}",
        preset,
        replays=replay_data(name, own, lines, preset.move_seconds),
        findings=cards,
        problems=levels.count(Severity.PROBLEM) + levels.count(Severity.FATAL),
        advice=levels.count(Severity.ADVICE),
        good=levels.count(Severity.GOOD),
        own_games=own_games(own, preset),
    )


def _replay(number: int, finding: Finding, preset: CoursePreset, games: int) -> Replay | None:
    return replay_of_board(
        finding.board,
        finding.moves,
        rules=preset.rules,
        number=games + number,
        title=f"Finding {number}: {finding.topic}",
        words=finding.words,
    )
