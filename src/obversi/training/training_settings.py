"""The settings of a training, and the named ones: small and full."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any

from obversi.arguments import is_positive, suggestion
from obversi.errors import InputError
from obversi.training.probcut import ProbcutPlan
from obversi.training.self_play import SelfPlaySettings


@dataclass(frozen=True, slots=True)
class GenerationSetting:
    """The games of one generation: their settings, time and maximal number."""

    play: SelfPlaySettings
    seconds: float
    most_games: int


@dataclass(frozen=True, slots=True)
class TrainingSetting:
    """A training: its generations, and the settings that they share.

    Weights are fitted to the last `window` generations, and to positions with exact margins of all
    generations, at most `most_positions` in all. With `network` the weights of the last generation
    are a network over the patterns; in the normal game, if there is a GPU, a teacher labels
    positions for it. The gate is a match of `gate_pairs` pairs with `gate_limit` for each move. The
    final match has `final_pairs` pairs with `final_seconds` a move.
    """

    name: str
    minutes: float
    generations: tuple[GenerationSetting, ...]
    patterns: str
    phases: int
    window: int
    most_positions: int
    probcut: ProbcutPlan
    gate_pairs: int
    gate_limit: str
    final_pairs: int
    final_seconds: float
    network: bool = False

    def scaled(self, minutes: float) -> "TrainingSetting":
        """Return the same training for another total time."""
        if not is_positive(minutes):
            raise InputError(f"a training cannot take {minutes} minutes: expected more than 0")
        factor = minutes / self.minutes
        return replace(
            self,
            minutes=minutes,
            generations=tuple(
                replace(generation, seconds=generation.seconds * factor)
                for generation in self.generations
            ),
            most_positions=max(round(self.most_positions * factor), 1),
            probcut=replace(self.probcut, seconds=(self.probcut.seconds or 0) * factor),
            gate_pairs=max(round(self.gate_pairs * factor), 1),
            final_pairs=max(round(self.final_pairs * factor), 1),
        )

    def to_object(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        data = asdict(self)
        if not self.network:
            del data["network"]  # as it was stored before there were networks
        generations = [
            asdict(generation) | {"play": generation.play.to_object()}
            for generation in self.generations
        ]
        return data | {"generations": generations}


def training_setting(name: str, size: int, minutes: float | None = None) -> TrainingSetting:
    """Return a named setting for boards of a size, scaled to `minutes` if they are given."""
    if name not in SETTINGS:
        raise InputError(f"there is no setting {name!r}: {suggestion(name, SETTINGS)}")
    setting = SETTINGS[name][size]
    return setting if minutes is None else setting.scaled(minutes)


def _generation(depth: int, solve: int, seconds: float, most_games: int) -> GenerationSetting:
    return GenerationSetting(SelfPlaySettings(depth=depth, solve=solve), seconds, most_games)


# Ten minutes on two cores; the games take half of them. Generation 0 has no weights: it learns
# solved endgames, and the outcomes of games whose players leave few replies. The next generations
# play with the weights of the champion.
_SMALL_8 = TrainingSetting(
    name="small",
    minutes=10,
    generations=(
        _generation(depth=0, solve=12, seconds=40, most_games=400_000),
        _generation(depth=2, solve=12, seconds=90, most_games=400_000),
        _generation(depth=4, solve=12, seconds=150, most_games=400_000),
    ),
    patterns="standard",
    phases=30,
    window=2,
    most_positions=1_500_000,
    probcut=ProbcutPlan(depths=7, exact_empties=16, each=100, seconds=10),
    gate_pairs=100,
    gate_limit="nodes=2000",
    final_pairs=30,
    final_seconds=0.02,
)
_SMALL_6 = replace(
    _SMALL_8,
    generations=(
        _generation(depth=0, solve=14, seconds=60, most_games=400_000),
        _generation(depth=4, solve=14, seconds=90, most_games=400_000),
        _generation(depth=6, solve=14, seconds=130, most_games=400_000),
    ),
    phases=32,
    most_positions=2_000_000,
    probcut=ProbcutPlan(depths=8, exact_empties=16, each=200, seconds=10),
    gate_pairs=200,
    final_pairs=50,
)
# The whole game is solved, so one generation is enough.
_SMALL_4 = replace(
    _SMALL_8,
    generations=(_generation(depth=0, solve=11, seconds=60, most_games=6_000),),
    phases=6,
    probcut=ProbcutPlan(depths=8, exact_empties=12, each=200, seconds=10),
    gate_limit="nodes=100",
    final_pairs=50,
)

_HOUR = 3600.0


def _full(small: TrainingSetting, *generations: tuple[int, int, float]) -> TrainingSetting:
    """Return a long training with the (depth, solve, hours) of its generations."""
    return replace(
        small,
        name="full",
        minutes=60 * 1.5 * sum(hours for _, _, hours in generations),
        generations=tuple(
            _generation(depth, solve, hours * _HOUR, most_games=20_000_000)
            for depth, solve, hours in generations
        ),
        window=3,
        most_positions=40_000_000,
        probcut=ProbcutPlan(depths=12, exact_empties=20, each=1000, seconds=1200),
        gate_pairs=400,
        gate_limit="seconds=0.05",
        final_pairs=200,
        final_seconds=0.1,
    )


#: The settings by name, and for each the numbers by the size of the board.
SETTINGS: Mapping[str, Mapping[int, TrainingSetting]] = MappingProxyType(
    {
        "small": MappingProxyType({4: _SMALL_4, 6: _SMALL_6, 8: _SMALL_8}),
        "full": MappingProxyType(
            {
                4: replace(_SMALL_4, name="full"),
                6: _full(_SMALL_6, (0, 16, 0.5), (4, 16, 1), (6, 18, 2), (8, 18, 4)),
                8: replace(
                    _full(_SMALL_8, (0, 14, 1), (2, 14, 1), (4, 16, 2), (6, 16, 4), (8, 18, 8)),
                    network=True,
                ),
            }
        ),
    }
)
