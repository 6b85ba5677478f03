"""A training that takes a second, for tests."""

from obversi.training.probcut import ProbcutPlan
from obversi.training.self_play import SelfPlaySettings
from obversi.training.training_settings import GenerationSetting, TrainingSetting

TINY = TrainingSetting(
    name="tiny",
    minutes=1,
    generations=(
        GenerationSetting(SelfPlaySettings(depth=0, solve=8), seconds=600, most_games=80),
        GenerationSetting(SelfPlaySettings(depth=1, solve=6), seconds=600, most_games=80),
    ),
    patterns="standard",
    phases=3,
    window=2,
    most_positions=1000,
    probcut=ProbcutPlan(depths=4, exact_empties=6, each=6, seconds=600),
    gate_pairs=6,  # fewer prove nothing, even if all are won
    gate_limit="nodes=20",
    final_pairs=1,
    final_seconds=0.001,
)
