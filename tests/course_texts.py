"""A good agent as a student writes it, mistakes to put into it, and a course to try it by."""

from course_agents import FILE

GOOD = FILE.format(top="", init="", go="")

# A course that is quick to judge by, and gives a busy machine time enough.
QUICK_COURSE = """
name = "quick"
size = 4

[time]
move_seconds = 2
game_seconds = 60
load_seconds = 20

[contest]
usability_boards = 3
race_rounds = 1

[check]
sparring = ["random"]
"""


def with_mistake(right: str, wrong: str) -> str:
    """Return the good agent with something in it that is wrong."""
    assert right in GOOD
    return GOOD.replace(right, wrong)
