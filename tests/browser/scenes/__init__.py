"""Every page and dialog of the app in a state worth looking at, for all that goes through them."""

from browser.scenes import analyse, arena, frame, people, play, runs, studies, study
from browser.scenes.scene import Scene

__all__ = ["SCENES", "Scene"]

SCENES: list[Scene] = [
    scene
    for part in (play, people, frame, analyse, studies, study, arena, runs)
    for scene in part.SCENES
]
