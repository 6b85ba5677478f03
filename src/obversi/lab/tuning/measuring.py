"""Who measures candidates: this process, or the workers of a cluster."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Protocol

from obversi.cluster import Cluster, ClusterError, Future, TaskLostError
from obversi.errors import ObversiError
from obversi.lab.estimate import Estimate
from obversi.lab.tuning.measurement import Task, measure
from obversi.lab.tuning.space import Space, Vector
from obversi.lab.tuning.tuning_settings import TuningSettings
from obversi.machine import core_count
from obversi.numbers import whole_number

__all__ = ["FailedCandidateError", "Measuring", "measuring", "named_failure"]

# So often a candidate is given to another worker before that is somebody's fault.
_MOST_LOSSES: Final = 5

_SECONDS_BETWEEN_LOOKS: Final = 0.5
_MOST_THREADS: Final = 1024


class FailedCandidateError(ObversiError):
    """A candidate that could not be measured; `place` is its place among those that were asked."""

    def __init__(self, reason: str, place: int) -> None:
        """Keep the place, so that who asked can name the candidate."""
        super().__init__(reason)
        self.place = place


def named_failure(
    error: FailedCandidateError, space: Space, who: str, vector: Vector, kept: int
) -> ObversiError:
    """Return an error that says who could not be measured, and that so much is kept."""
    numbers = ", ".join(
        f"{name} {value:.6g}" for name, value in zip(space.names, vector, strict=True)
    )
    return ObversiError(
        f"{who} ({numbers}) could not be measured: {error}; the {kept:,} measurements before it "
        "are kept"
    )


class Measuring(Protocol):
    """Measures candidates, and hands each out with its place as soon as it is done."""

    def __call__(self, tasks: Sequence[Task]) -> Iterator[tuple[int, list[Estimate]]]:
        """Measure these."""


@contextmanager
def measuring(
    space: Space, settings: TuningSettings, threads: int | None = None, cluster: str | None = None
) -> Iterator[Measuring]:
    """Hand out who measures: so many threads here, or the workers of a Dask scheduler.

    `cluster` is its address, or "local" for processes on this machine. Nothing else changes.
    """
    workers = core_count() if threads is None else threads
    workers = whole_number(workers, "the number of threads", 1, most=_MOST_THREADS)
    if cluster is None:
        yield _Here(space, settings, workers)
        return
    with Cluster(cluster, workers) as there:
        yield _OnCluster(there, space, settings)


class _Here:
    """One candidate after the other, each on all threads."""

    def __init__(self, space: Space, settings: TuningSettings, threads: int) -> None:
        self._space, self._settings, self._threads = space, settings, threads

    def __call__(self, tasks: Sequence[Task]) -> Iterator[tuple[int, list[Estimate]]]:
        for place, task in enumerate(tasks):
            try:
                found = measure(self._space, self._settings, task, self._threads)
            except ObversiError as error:
                raise FailedCandidateError(str(error), place) from error
            yield place, found


class _OnCluster:
    """A task for each candidate; those that are lost with a worker are begun again."""

    def __init__(self, cluster: Cluster, space: Space, settings: TuningSettings) -> None:
        self._cluster, self._space, self._settings = cluster, space, settings

    def __call__(self, tasks: Sequence[Task]) -> Iterator[tuple[int, list[Estimate]]]:
        under_way = {self._begin(task): place for place, task in enumerate(tasks)}
        losses = 0
        while under_way:
            self._cluster.workers()  # which is an error if nobody is left
            for future in self._cluster.ended(_SECONDS_BETWEEN_LOOKS):
                if future not in under_way:
                    continue
                place = under_way.pop(future)
                try:
                    found = self._cluster.result(future)
                except TaskLostError:
                    losses += 1
                    if losses > _MOST_LOSSES:
                        raise
                    under_way[self._begin(tasks[place])] = place
                    continue
                except ClusterError:
                    raise
                except Exception as error:
                    self._cluster.cancel(list(under_way))
                    raise FailedCandidateError(str(error), place) from error
                yield place, found

    def _begin(self, task: Task) -> Future:
        return self._cluster.begin(measure, self._space, self._settings, task, 1)
