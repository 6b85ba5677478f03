"""Studies: a search for better numbers, with all that came of it."""

from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from obversi import __version__
from obversi.figures import style, svg
from obversi.heuristics import Evaluation, Mix
from obversi.lab.tuning.history import History
from obversi.lab.tuning.measurement import is_allowed
from obversi.lab.tuning.objectives import objective
from obversi.lab.tuning.outcome import TuningOutcome
from obversi.lab.tuning.space import Space, Vector
from obversi.lab.tuning.tuning_settings import TuningSettings

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Study"]


@dataclass(frozen=True, eq=False)
class Study:
    """What was tuned, all that was measured, and what came of it; it draws itself on request."""

    space: Space
    settings: TuningSettings
    measured: History
    outcome: TuningOutcome

    @property
    def vector(self) -> Vector:
        """The best numbers."""
        return self.outcome.best.vector

    @property
    def numbers(self) -> dict[str, float]:
        """The best numbers, by their names."""
        return dict(zip(self.space.names, self.vector, strict=True))

    @cached_property
    def best(self) -> Evaluation:
        """The best evaluation, ready to play."""
        made = self.space.evaluation(self.vector, f"tuned {self.space.source}")
        return replace(made, origin=self._origin()) if isinstance(made, Mix) else made

    @property
    def history(self) -> list[dict[str, Any]]:
        """Every measurement as plain data."""
        return [each.to_object() for each in (*self.measured.candidates, *self.measured.checks)]

    @property
    def summary(self) -> str:
        """What came of it in plain words."""
        goal = objective(self.settings.objective)
        outcome = self.outcome
        told = (
            f"{goal.title[0].upper()}{goal.title[1:]} of {self.space.source}: "
            f"{outcome.worth.text(3)}"
        )
        if self.vector != self.space.start:
            told += f" after tuning, {outcome.before.text(3)} before"
        seemed = outcome.best.seemed
        if seemed is not None and goal.fitness(seemed.value) > goal.fitness(outcome.worth.value):
            told += f"; in the search it seemed {seemed.value:.3f}, which was luck in part"
        if not is_allowed(self.settings, outcome.required):
            missed = ", ".join(map(str, self.settings.requirements))
            told += f". It misses what is required, {missed}"
        return f"{told}. {self._target_words()}{self._match_words()}"

    @property
    def holds_target(self) -> bool | None:
        """Whether the result is surely as good as the target, None if there was no target."""
        outcome = self.outcome
        if outcome.target is None:
            return None
        goal = objective(self.settings.objective)
        return goal.surely_reaches(outcome.worth, outcome.target) and is_allowed(
            self.settings, outcome.required
        )

    def draw(self) -> "Figure":
        """Draw how the search went, by Matplotlib."""
        from obversi.lab.tuning.history_figure import draw_history

        with style():
            return draw_history(self)

    def draw_weights(self) -> "Figure":
        """Draw the numbers before and after, those of squares on a board."""
        from obversi.lab.tuning.weights_figure import draw_weights

        with style():
            return draw_weights(self)

    def to_object(self) -> dict[str, Any]:
        """Return everything but the single measurements, ready for JSON."""
        return {
            "version": __version__,
            "settings": self.settings.to_object(),
            "parameters": [parameter.to_object() for parameter in self.space.parameters],
            "measurements": len(self.measured),
            "games": self.measured.games,
            "required_games": self.measured.required_games,
            "seconds": round(self.measured.seconds, 3),
            "summary": self.summary,
            "numbers": self.numbers,
            **self.outcome.to_object(),
            "holds_target": self.holds_target,
        }

    def _repr_html_(self) -> str:
        """Show the summary and how the search went, in a notebook."""
        return f"<p>{escape(self.summary)}</p>{svg(self.draw(), 'history of the search')}"

    def _origin(self) -> str:
        goal = objective(self.settings.objective)
        return (
            f"{self.space.source}, tuned by {self.settings.method}: {goal.title} "
            f"{self.outcome.worth.text(3)}, {self.settings.rules} {self.settings.size}×"
            f"{self.settings.size}"
        )

    def _target_words(self) -> str:
        if self.holds_target is None:
            return ""
        held = "holds" if self.holds_target else "does not surely hold"
        return f"The result {held} the target of {self.outcome.target:g}. "

    def _match_words(self) -> str:
        if self.vector == self.space.start:
            return "Nothing was better than the start."
        parts = [
            f"{match.elo.text(0)} Elo with {match.depth} "
            f"{'ply' if match.depth == 1 else 'plies'} ({match.games:,} games)"
            for match in self.outcome.matches
        ]
        return f"Against the start it has {', '.join(parts)}."
