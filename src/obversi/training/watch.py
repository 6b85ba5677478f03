"""Who watches a training, which may take long."""

__all__ = ["Watch"]


class Watch:
    """Hears how a training goes, step after step; this one keeps it to itself."""

    def begin(self, step: str, total: int) -> None:
        """Hear that a step begins, which is done when `reach` tells the total."""

    def reach(self, done: int) -> None:
        """Hear how far the step is."""

    def begin_match(self, games: int) -> None:
        """Hear that a match of so many games begins."""

    def stand(self, wins: int, draws: int, losses: int) -> None:
        """Hear how the match stands for the first agent."""

    def say(self, text: str) -> None:
        """Hear what came of a step."""
