"""The games of one student: how each ended, its clock and memory, and what the agent printed."""

from collections.abc import Iterator, Sequence
from typing import Final

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.markup import Column, Html, agent_name, note, table, tag
from obversi.arena.report.wording import fault_text, margin_text, seconds_text
from obversi.color import color_name
from obversi.judge.printed import shortened_output
from obversi.judge.report.folded import folded
from obversi.judge.report.own_game import OwnGame
from obversi.judge.report.positions import replay_button
from obversi.judge.report.usage_table import most_noted

__all__ = ["own_games_table", "printed_by_game"]

# Of what an agent prints in all games a page holds so many characters.
_MOST_OF_ALL: Final = 600_000


def own_games_table(games: Sequence[OwnGame], preset: CoursePreset) -> Html:
    """Return a row for each game, with a button that shows it."""
    whole = "" if preset.game_seconds is None else f", of {preset.game_seconds:g} s"
    columns = (
        Column("game"),
        Column("result", number=False, about="with the margin in discs"),
        Column("against", number=False),
        Column("as", number=False),
        Column("stage", number=False),
        Column("failed", number=False, about="if a failure ended it"),
        Column("longest", about=f"the longest move, of {preset.move_seconds:g} s"),
        Column("together", about=f"all moves{whole}"),
        Column("time-outs", about="moves that the clock cut short"),
        Column("memory", about=f"the most that was held, of {preset.memory_mb:g} MB"),
    )
    rows = [_row(own) for own in games]
    about = "A game’s number shows it. Times and memory are those of this agent."
    return tag("div", table(columns, rows, about), class_="own-games")


def printed_by_game(games: Sequence[OwnGame]) -> Iterator[Html]:
    """Go through what the agent printed in each game, folded."""
    left, left_out = _MOST_OF_ALL, 0
    for own in games:
        text = str(own.notes.get("output", ""))
        if not text:
            continue
        shown = shortened_output(text)
        left -= len(shown)
        if left < 0:
            left_out += 1
            continue
        size = most_noted([own], "output_bytes") or len(text)
        told = f"game {own.number}, against {own.opponent}: {size:,.0f} bytes"
        yield folded(told, shown)
    if left_out:
        yield note(f"What it printed in {left_out} more games is left out here.")


def _row(own: OwnGame) -> list[str]:
    memory = most_noted([own], "memory_mb")
    time_outs = own.notes.get("time_outs", ())
    return [
        replay_button(own.number, str(own.number)),
        tag(
            "b",
            f"{own.result} {margin_text(own.margin).partition('.')[0]}",
            class_=f"is-{own.result}",
        ),
        agent_name(own.opponent),
        color_name(own.color),
        own.stage,
        _failed(own),
        seconds_text(max(own.seconds, default=None)),
        seconds_text(sum(own.seconds)) if own.seconds else "",
        str(len(time_outs)) if own.notes else "",
        "" if memory is None else f"{memory:.1f} MB",
    ]


def _failed(own: OwnGame) -> str:
    """Say whose failure ended a game, and why if it is this agent's own."""
    failure = own.game.failure
    if failure is None:
        return ""
    words = fault_text(failure.fault)
    is_own = failure.color == own.color
    told = f"{words}: {failure.reason}" if is_own else f"the other: {words}"
    return tag("div", told, class_="failed")
