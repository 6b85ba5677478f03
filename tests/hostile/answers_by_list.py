"""Has a list of its own make, which says something else each time it is asked."""

from collections.abc import Iterator
from typing import Any

from hostile.honest import Honest


class Changing(list[tuple[int, int]]):
    reads = 0

    def __len__(self) -> int:
        return 2**62

    def __iter__(self) -> Iterator[tuple[int, int]]:
        self.reads += 1
        return iter([(self.reads, self.reads)])

    def __getitem__(self, _: Any) -> Any:
        return self


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        self.candidate_list = Changing(self.candidate_list)
