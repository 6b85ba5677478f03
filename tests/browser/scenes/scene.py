"""A scene, and the lists that scenes are in."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

#: An opening of the usual game, and a whole game on 4×4.
TIGER = "f5d6c3d3c4f4c5b3c2e3d2c6b4"
SMALL_GAME = "d3b4a1d2d4b1d1a2a4c1c4"


@dataclass(frozen=True, slots=True)
class Scene:
    """A name, and what brings a page there."""

    name: str
    show: Callable[[Page], None]


class SceneList(list[Scene]):
    """Scenes of one part of the app."""

    def add(self, show: Callable[[Page], None]) -> Callable[[Page], None]:
        """Add a function as a scene of its name."""
        self.append(Scene(show.__name__.replace("_", "-"), show))
        return show
