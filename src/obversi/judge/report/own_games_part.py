"""The games of one agent on its page: clocks, a list with a viewer, and what was printed."""

from collections.abc import Iterator, Sequence

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.markup import Html, note, section, tag
from obversi.judge.report.own_game import OwnGame
from obversi.judge.report.own_games_table import own_games_table, printed_by_game
from obversi.judge.report.time_plots import game_times_plot, move_times_plot

__all__ = ["own_games_part"]


def own_games_part(games: Sequence[OwnGame], preset: CoursePreset) -> Iterator[Html]:
    """Go through the sections; without games there is only the viewer, for boards."""
    if games:
        yield section(
            "Clocks",
            note("How long the first, second, … move took: the longest of all, and the median."),
            move_times_plot(games, preset.move_seconds),
            note("How long the moves of each game took together: green was won, red was lost."),
            game_times_plot(games, preset.game_seconds),
        )
    listed = [own_games_table(games, preset)] if games else []
    yield section(
        "Games" if games else "Replay",
        note("A button shows what it is about; step with the slider or the arrow keys."),
        tag("noscript", note("Games are shown by a script, which this browser does not run.")),
        tag("div", tag("div", class_="viewer"), tag("div", *listed), class_="review"),
        anchor="games",
    )
    if printed := list(printed_by_game(games)):
        yield section("Output", note("What the agent printed in each game."), *printed)
