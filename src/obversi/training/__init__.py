"""Learning the evaluation: from games of the engine against itself to a file of weights."""

from typing import TYPE_CHECKING

from obversi.lazy import lazy_names

if TYPE_CHECKING:
    from obversi.training.data_generation import generate
    from obversi.training.game_files import GameData
    from obversi.training.positions import read_positions
    from obversi.training.self_play import SelfPlaySettings
    from obversi.training.training_settings import training_setting
else:
    __getattr__ = lazy_names(__name__)

__all__ = [
    "GameData",
    "SelfPlaySettings",
    "generate",
    "read_positions",
    "training_setting",
]
