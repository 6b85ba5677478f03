"""The stages of a contest, and those with games: the points race and the round robin.

If submissions were added or replaced after a stage began, the games of all others stay.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from obversi import __version__
from obversi.agents.agent import BaseAgent
from obversi.agents.course.preset import CoursePreset
from obversi.agents.description import make_agent
from obversi.arena.game.plan import TimeControl
from obversi.arena.game.played import PlayedGame
from obversi.arena.openings import start_openings
from obversi.arena.playing.players import Players
from obversi.arena.statistics.standings import Standings, standings
from obversi.arena.store.store import Store
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.schedule import Encounter, decided_rounds, round_robin
from obversi.arena.tournament.settings import Entrant, TournamentSettings
from obversi.arena.tournament.tournament import Tournament, play_tournament
from obversi.color import BLACK, color_name
from obversi.judge.folder import ContestFolder
from obversi.judge.record import Student
from obversi.judge.seen_games import shortened_output

# The names of the stages.
USABILITY = "usability"
RACE = "points race"
ROUND_ROBIN = "round robin"

# In their order; the last two are also names of tournaments.
STAGES = (USABILITY, RACE, ROUND_ROBIN)


@dataclass(frozen=True, slots=True)
class StageProgress:
    """The progress of a stage: students in the usability test, games in the others.

    `words` describe what has happened since the last progress, or are empty.
    """

    stage: str
    done: int
    planned: int
    words: str = ""


@dataclass(slots=True)
class PlayedStage:
    """A stage with games; the labels of its entrants are names of students.

    Games are added while the stage is played. `files` has the digests of the submissions by name.
    """

    stored: StoredTournament
    games: list[PlayedGame]
    files: Mapping[str, str] = field(default_factory=dict)
    _standings: tuple[int, Standings] | None = field(default=None, repr=False, compare=False)

    @property
    def is_over(self) -> bool:
        """Whether all games are played."""
        return self.stored.ended is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the students, in the order of the entrants."""
        return tuple(entrant.label for entrant in self.stored.settings.entrants)

    def judges(self, student: Student) -> bool:
        """Whether its games are those of the submission that the student has now."""
        return self.files.get(student.name, student.sha256) == student.sha256

    def standings(self) -> Standings:
        """Return the standings; they take long, and are cached until the next game."""
        if self._standings is None or self._standings[0] != len(self.games):
            made = standings(self.stored.settings.entrants, self.games)
            self._standings = (len(self.games), made)
        return self._standings[1]

    def players(self, game: PlayedGame) -> tuple[str, str]:
        """Return the names of the players of a game, black first."""
        return self.stored.labels(game)


def begin_stage(
    folder: ContestFolder, stage: str, students: Sequence[Student], preset: CoursePreset
) -> PlayedStage:
    """Start a stage with these students, or return the one that was started.

    If students were added, or their submissions replaced, the games of all others stay. The initial
    order of the race depends on the contents of files, not on names or dates.
    """
    race = stage == RACE
    order = sorted(students, key=lambda one: (one.sha256, one.name)) if race else students
    openings = start_openings(preset.size, preset.rules)
    entrants = {one.name: Entrant(one.name, _description(folder, one)) for one in order}
    settings = TournamentSettings(
        entrants=tuple(entrants.values()),
        form="race" if race else "round-robin",
        size=preset.size,
        rules=preset.rules,
        pairs=1,
        time=TimeControl(seconds=preset.move_seconds),
        seed=0,
        openings=openings.origin,
        rounds=preset.race_rounds if race else 1,
    )
    files = {one.name: one.sha256 for one in order}
    before = read_stage(folder, stage)
    if before is not None and before.files == files:
        return before
    kept: list[PlayedGame] = []
    if before is not None:
        folder.stage_page(stage).unlink(missing_ok=True)
        old = before.stored.settings
        replaced = [name for name in before.names if before.files[name] != files[name]]
        settings = amended_settings(old, before.games, entrants)
        kept = list(kept_games(old, settings, before.games, replaced))
    by_name = {one.name: one for one in order}
    identities = [
        {"sha256": files[entrant.label], "file": by_name[entrant.label].file}
        | {"obversi": __version__}
        for entrant in settings.entrants
    ]
    with Store.open(folder.games_file) as store:
        number = store.add_tournament(settings, openings, identities, stage, kept)
        return _played_stage(store, store.tournament(number))


def read_stage(folder: ContestFolder, stage: str) -> PlayedStage | None:
    """Return a stage that was started before, or None."""
    if not folder.games_file.exists():
        return None
    # A killed judge may have left a file without tables, so this may write.
    with Store.open(folder.games_file) as store:
        for stored in reversed(store.tournaments()):
            if stored.name == stage:
                return _played_stage(store, stored)
    return None


def _played_stage(store: Store, stored: StoredTournament) -> PlayedStage:
    labels = [entrant.label for entrant in stored.settings.entrants]
    identities = store.identities(stored.number)
    files = {
        label: str(identity.get("sha256", ""))
        for label, identity in zip(labels, identities, strict=True)
    }
    return PlayedStage(stored, store.games(stored.number), files)


def play_stage(
    folder: ContestFolder,
    played: PlayedStage,
    players: Players,
    grace: float = 0.0,
    *,
    here: bool = True,
) -> Generator[StageProgress, None, None]:
    """Play the remaining games of a stage; each game is stored before it is reported.

    Yields the progress about every second, and whenever games have ended. On this machine answers
    may be `grace` seconds later. Unless they run `here`, agents are not tried before.
    """
    stored = played.stored
    stage = stored.title
    # Stored paths are relative to the folder, which may be moved; agents need absolute paths.
    entrants = tuple(_with_absolute_paths(folder.path, stored.settings.entrants, grace))
    if here:
        check_entrants(entrants)
    settings = replace(stored.settings, entrants=entrants)
    with Store.open(folder.games_file) as store:
        tournament = Tournament(settings, store.openings(stored.number), played.games)

        def store_games(games: list[PlayedGame]) -> None:
            named = [_stored_game(played, game) for game in games]
            store.add_games(stored.number, named)
            played.games += named

        with closing(play_tournament(tournament, players, store_games)) as playing:
            for games in playing:
                words = "; ".join(_result_text(played, game) for game in games)
                yield StageProgress(stage, len(played.games), tournament.planned, words)
        assert tournament.ending is not None
        store.end(stored.number, tournament.ending)
        played.stored = store.tournament(stored.number)


def check_entrants(entrants: Iterable[Entrant]) -> None:
    """Check that each agent can be made: an error here is not a failure in a game."""
    for entrant in entrants:
        agent = make_agent(entrant.description)
        if isinstance(agent, BaseAgent):
            agent.close()


def _description(folder: ContestFolder, student: Student) -> str:
    file = folder.file_of(student).relative_to(folder.path)
    return f"cs303:{file}:preset={folder.preset_file.name}"


def _with_absolute_paths(
    folder: Path, entrants: Iterable[Entrant], grace: float
) -> Iterable[Entrant]:
    root = folder.resolve()
    more = f":grace={grace:g}" if grace else ""
    for entrant in entrants:
        kind, file, preset = entrant.description.split(":")
        option, _, name = preset.partition("=")
        compiled = root / "compiled" / f"{Path(file).stem}.zip"
        own = f":compiled={compiled}" if compiled.exists() else ""
        yield Entrant(entrant.label, f"{kind}:{root / file}:{option}={root / name}{more}{own}")


def _stored_game(played: PlayedStage, game: PlayedGame) -> PlayedGame:
    """Return a game as it is stored: with names of students, and with shortened output."""
    black, white = played.players(game)
    notes = {
        side: {**notes, "output": shortened_output(notes["output"])}
        if isinstance(notes, Mapping) and isinstance(notes.get("output"), str)
        else notes
        for side, notes in game.notes.items()
    }
    return replace(game, record=replace(game.record, black=black, white=white), notes=notes)


def _result_text(played: PlayedStage, game: PlayedGame) -> str:
    black, white = played.players(game)
    margin = game.record.margin() or 0
    if game.failure is not None:
        who, other = (black, white) if game.failure.color == -1 else (white, black)
        return f"{who} lost to {other} as {color_name(game.failure.color)}: {game.failure.kind}"
    if margin == 0:
        return f"{black} – {white}: a draw"
    winner, loser = (black, white) if margin > 0 else (white, black)
    return f"{winner} won by {abs(margin)} against {loser}"


def amended_settings(
    before: TournamentSettings, games: Sequence[PlayedGame], entrants: Mapping[str, Entrant]
) -> TournamentSettings:
    """Return the settings with these entrants, by label: the old ones first, in their order.

    The encounters of a race stay as they are; entrants that are new meet one of the others in each
    round.
    """
    labels = [entrant.label for entrant in before.entrants]
    new = [label for label in entrants if label not in labels]
    return replace(
        before,
        entrants=tuple(entrants[label] for label in (*labels, *new)),
        encounters=tuple(decided_rounds(before, games)) if before.form == "race" else (),
    )


def kept_games(
    before: TournamentSettings,
    after: TournamentSettings,
    games: Sequence[PlayedGame],
    replaced: Sequence[str],
) -> Iterator[PlayedGame]:
    """Return the games that stay, with their numbers in the amended stage.

    Games of the `replaced` entrants, by label, are played again.
    """
    labels = [entrant.label for entrant in before.entrants]
    changed = {place for place, label in enumerate(labels) if label in replaced}
    rounds: Sequence[Sequence[Encounter]] = after.encounters
    if after.form != "race":
        rounds = [round_robin(len(after.entrants))]
    pairs = {
        (number, encounter): number * after.encounters_a_round + place + 1
        for number, encounters in enumerate(rounds)
        for place, encounter in enumerate(encounters)
    }
    for game in games:
        pair = pairs.get((game.round - 1, (game.a, game.b)))
        if pair is not None and not {game.a, game.b} & changed:
            number = 2 * pair - (game.a_color == BLACK)
            yield replace(game, number=number, pair=pair)
