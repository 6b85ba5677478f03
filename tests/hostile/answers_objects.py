"""Has candidates whose every method does harm."""

from typing import Any

from hostile.honest import ENDLESS, Honest


class Evil:
    """Looks like a pair of numbers, but is not one."""

    def __index__(self) -> int:
        raise KeyboardInterrupt

    def __len__(self) -> int:
        return 2

    def __iter__(self) -> Any:
        raise SystemExit(0)

    def __getitem__(self, _: object) -> Any:
        return self

    def __eq__(self, _: object) -> bool:
        raise GeneratorExit

    def __hash__(self) -> int:
        raise MemoryError

    def __repr__(self) -> str:
        return "x" * (1 << 24)

    def __getattr__(self, name: str) -> Any:
        raise RecursionError(name)


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        self.candidate_list += [Evil(), (Evil(), Evil()), [ENDLESS, ENDLESS]]
