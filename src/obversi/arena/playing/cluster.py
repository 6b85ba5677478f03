"""Games on the workers of a Dask cluster."""

from collections.abc import Mapping

from obversi.arena.game.plan import GamePlan, Player
from obversi.arena.game.played import PlayedGame
from obversi.arena.playing.cluster_tasks import ClusterTasks, Task
from obversi.arena.playing.cluster_worker import files_of, play_on_worker


class ClusterPlayers(ClusterTasks):
    """Plays games on all workers of a scheduler; workers may come and go.

    `address` is that of the scheduler, or "local" for a worker that is started on this machine. The
    number of games at a time is limited by the threads of the workers and by `concurrency`.
    """

    def __init__(self, address: str, concurrency: int | None = None) -> None:
        """Connect to the scheduler."""
        super().__init__(address, concurrency)
        self._files: dict[str, Mapping[str, str]] = {}

    def has_room(self, plan: GamePlan) -> bool:
        """Whether a worker has enough free cores that no lost game waits for."""
        return self.has_room_for(plan.threads)

    def begin(self, plan: GamePlan) -> None:
        """Start a game; `has_room` must be true for it."""
        files = self._files_of(plan, plan.a), self._files_of(plan, plan.b)
        name = f"game {plan.number}"
        self.begin_task(Task("play", name, play_on_worker, (plan, files), plan.threads))

    def finished(self, seconds: float) -> list[PlayedGame]:
        """Wait at most `seconds` until a game ends, and return all that have ended."""
        games = []
        for _task, game in self.results(seconds):
            assert isinstance(game, PlayedGame)
            self._count_seconds(game.seconds_taken)
            games.append(game)
        return games

    def _files_of(self, plan: GamePlan, player: Player) -> Mapping[str, str]:
        """Return the files of an agent, as they were when it was first needed."""
        if player.description not in self._files:
            self._files[player.description] = files_of(plan, player)
        return self._files[player.description]
