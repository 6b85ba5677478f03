"""The stages of a contest with games: the points race along the ladder, and the round robin."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from obversi import __version__
from obversi.agents.agent import KeptAgent
from obversi.agents.course.preset import CoursePreset
from obversi.agents.description import make_agent
from obversi.arena.game.played import PlayedGame
from obversi.arena.game.time_control import TimeControl
from obversi.arena.openings import start_openings
from obversi.arena.playing.players import Players
from obversi.arena.store import Store
from obversi.arena.tournament.run import play_tournament
from obversi.arena.tournament.settings import Entrant, TournamentSettings
from obversi.arena.tournament.tournament import Tournament
from obversi.color import color_name
from obversi.judge.folder import ContestFolder
from obversi.judge.news import RACE, News
from obversi.judge.played_stage import PlayedStage
from obversi.judge.printed import shortened_output
from obversi.judge.student import Student

__all__ = ["begin_stage", "check_entrants", "play_stage", "read_stage"]


def begin_stage(
    folder: ContestFolder, stage: str, students: Sequence[Student], preset: CoursePreset
) -> PlayedStage:
    """Begin a stage of these students, or find the one that was begun.

    The race begins in an order that depends on what is in the files, on no name and no date.
    """
    race = stage == RACE
    order = sorted(students, key=lambda one: (one.sha256, one.name)) if race else students
    openings = start_openings(preset.size, preset.rules)
    settings = TournamentSettings(
        entrants=tuple(Entrant(student.name, _description(folder, student)) for student in order),
        form="race" if race else "round-robin",
        size=preset.size,
        rules=preset.rules,
        pairs=1,
        time=TimeControl(seconds=preset.move_seconds),
        seed=0,
        openings=openings.origin,
        rounds=preset.race_rounds if race else 1,
    )
    identities = [
        {"sha256": student.sha256, "file": student.file, "obversi": __version__}
        for student in order
    ]
    with Store.open(folder.games_file) as store:
        stored = store.find_or_add(settings, openings, identities, stage, same_seed=True)
        return PlayedStage(stored, store.games(stored.number))


def read_stage(folder: ContestFolder, stage: str) -> PlayedStage | None:
    """Read a stage that was begun before, if it was."""
    if not folder.games_file.exists():
        return None
    # A judge may have been killed when the file was there and its tables were not.
    with Store.open(folder.games_file) as store:
        for stored in reversed(store.tournaments()):
            if stored.name == stage:
                return PlayedStage(stored, store.games(stored.number))
    return None


def play_stage(
    folder: ContestFolder, played: PlayedStage, players: Players
) -> Generator[News, None, None]:
    """Play what is left of a stage; each game is kept before anyone hears of it.

    There is news about every second, and whenever games have ended.
    """
    stored = played.stored
    stage = stored.title
    # What is kept is true wherever the folder lies; to play, agents need to know where that is.
    entrants = tuple(_placed(folder.path, stored.settings.entrants))
    check_entrants(entrants)
    settings = replace(stored.settings, entrants=entrants)
    with Store.open(folder.games_file) as store:
        tournament = Tournament(settings, store.openings(stored.number), played.games)

        def keep(games: list[PlayedGame]) -> None:
            named = [_kept(played, game) for game in games]
            store.add_games(stored.number, named)
            played.games += named

        with closing(play_tournament(tournament, players, keep)) as playing:
            for games in playing:
                words = "; ".join(_told(played, game) for game in games)
                yield News(stage, len(played.games), tournament.planned, words)
        assert tournament.ending is not None
        store.end(stored.number, tournament.ending)
        played.stored = store.tournament(stored.number)


def check_entrants(entrants: Iterable[Entrant]) -> None:
    """See that each agent can be made: what is amiss here is nobody's fault in a game."""
    for entrant in entrants:
        agent = make_agent(entrant.description)
        if isinstance(agent, KeptAgent):
            agent.close()


def _description(folder: ContestFolder, student: Student) -> str:
    file = folder.file_of(student).relative_to(folder.path)
    return f"cs303:{file}:preset={folder.preset_file.name}"


def _placed(place: Path, entrants: Iterable[Entrant]) -> Iterable[Entrant]:
    """Return agents whose files are named by whole paths."""
    whole = place.resolve()
    for entrant in entrants:
        kind, file, preset = entrant.description.split(":")
        option, _, name = preset.partition("=")
        yield Entrant(entrant.label, f"{kind}:{whole / file}:{option}={whole / name}")


def _kept(played: PlayedStage, game: PlayedGame) -> PlayedGame:
    """Return a game as it is kept.

    Its players are called by their names, not by where their files lie, and of what they printed
    there is as much as is shown.
    """
    black, white = played.players(game)
    notes = {
        side: {**told, "output": shortened_output(told["output"])}
        if isinstance(told, Mapping) and isinstance(told.get("output"), str)
        else told
        for side, told in game.notes.items()
    }
    return replace(game, record=replace(game.record, black=black, white=white), notes=notes)


def _told(played: PlayedStage, game: PlayedGame) -> str:
    """Say how a game ended, in a few words."""
    black, white = played.players(game)
    margin = game.record.margin() or 0
    if game.failure is not None:
        who, other = (black, white) if game.failure.color == -1 else (white, black)
        return f"{who} lost to {other} as {color_name(game.failure.color)}: {game.failure.fault}"
    if margin == 0:
        return f"{black} – {white}: a draw"
    winner, loser = (black, white) if margin > 0 else (white, black)
    return f"{winner} won by {abs(margin)} against {loser}"
