"""Games of a file against agents of rising strength."""

from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.submission import Submission
from obversi.arena.game.time_control import TimeControl
from obversi.arena.openings import start_openings
from obversi.arena.playing.processes import PlayersInProcesses
from obversi.arena.tournament.run import play_tournament
from obversi.arena.tournament.settings import Entrant, TournamentSettings
from obversi.arena.tournament.tournament import Tournament
from obversi.color import BLACK, WHITE
from obversi.judge.check.game_findings import SparringGame
from obversi.judge.preset_copy import write_preset
from obversi.judge.student_names import safe_name

__all__ = ["play_sparring"]


def play_sparring(
    submission: Submission, preset: CoursePreset, pairs: int, concurrency: int | None = None
) -> Generator[list[SparringGame], None, None]:
    """Play from the start against each sparring partner of the course, both colours alike often.

    The games are handed out as they end, and about every second there are none. The file is played
    as it was when it was read.
    """
    # A description of an agent could not name every path.
    with TemporaryDirectory(prefix="obversi-check-") as folder:
        name = safe_name(submission.name)
        file, rules = Path(folder, f"{name}.py"), Path(folder, "preset.toml")
        file.write_bytes(submission.data)
        write_preset(preset, rules)
        own = Entrant(name, f"cs303:{file}:preset={rules}")
        others = [Entrant(partner, partner) for partner in preset.sparring]
        openings = start_openings(preset.size, preset.rules)
        settings = TournamentSettings(
            entrants=(own, *others),
            form="gauntlet",
            size=preset.size,
            rules=preset.rules,
            pairs=pairs,
            time=TimeControl(seconds=preset.move_seconds),
            seed=1,
            openings=openings.origin,
        )
        tournament = Tournament(settings, openings)
        players = PlayersInProcesses(concurrency, one_core_a_game=True)
        with closing(play_tournament(tournament, players)) as playing:
            for games in playing:
                yield [
                    SparringGame(game, color, settings.entrants[game.agent(-color)].label)
                    for game in games
                    for color in (BLACK, WHITE)
                    if game.agent(color) == 0
                ]
