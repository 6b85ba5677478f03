"""Players and trials of contests that take no time: games by chance, boards right by reading."""

from pathlib import Path
from random import Random
from typing import ClassVar

from obversi.agents.course.preset import CoursePreset
from obversi.arena.game.plan import GamePlan
from obversi.arena.game.played import PlayedGame
from obversi.color import BLACK, WHITE
from obversi.formats import GameRecord, PlayedMove
from obversi.judge.usability import BoardResult, Usability
from obversi.judge.usability_boards import UsabilityBoard


class PlayersByChance:
    """Plays at once, the same game for the same files and colours."""

    begun: int = 0
    files: ClassVar[list[tuple[str, str]]] = []

    def __init__(self, concurrency: int | None = None, *, one_core_a_game: bool = False) -> None:
        assert one_core_a_game  # no game may use the cores of others
        self.concurrency = concurrency
        self.plans: list[GamePlan] = []

    @property
    def busy(self) -> int:
        return len(self.plans)

    def has_room(self, _plan: GamePlan) -> bool:
        return len(self.plans) < 2

    def begin(self, plan: GamePlan) -> None:
        PlayersByChance.begun += 1
        names = [plan.player(color).description.split(":")[1] for color in (BLACK, WHITE)]
        PlayersByChance.files.append((Path(names[0]).name, Path(names[1]).name))
        self.plans.append(plan)

    def finished(self, _seconds: float) -> list[PlayedGame]:
        plan = self.plans.pop()
        board = plan.opening.copy()
        files = [Path(plan.player(color).description.split(":")[1]) for color in (BLACK, WHITE)]
        assert all(file.is_absolute() and file.is_file() for file in files)
        random = Random(b"".join(file.read_bytes() for file in files))
        while not board.is_over:
            board.push(random.choice(board.legal_moves))
        record = GameRecord(
            board.root(),
            tuple(map(PlayedMove, board.move_stack)),
            black=str(files[0]),
            result=board.margin(BLACK),
        )
        return [
            PlayedGame(
                *(plan.number, plan.pair, plan.a_color, record, plan.a.agent, plan.b.agent),
                round=plan.round,
                notes={"white": {"output": "y" * 30_000}},
            )
        ]

    def close(self) -> None:
        self.plans.clear()


class TrialByReading:
    """Has all boards right unless the file says nothing."""

    run_count = 0
    compiled: ClassVar[dict[str, bytes]] = {}

    def __init__(
        self,
        file: Path,
        _preset: CoursePreset,
        boards: tuple[UsabilityBoard],
        _grace: float = 0.0,
    ) -> None:
        self.file = file
        self.boards = boards

    def run(self) -> Usability:
        TrialByReading.run_count += 1
        passed = b"append" in self.file.read_bytes()
        return Usability(
            tuple(
                BoardResult(
                    *(one.about, one.board.to_string(), "", passed, "words"), candidates=("d3",)
                )
                for one in self.boards
            )
        )

    def stop(self) -> None: ...
