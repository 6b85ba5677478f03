"""``obversi training``: the steps of a training one by one."""

from obversi.cli import command_group
from obversi.cli.options import examples

training_command = command_group(
    __name__,
    """Do the steps of `obversi train` one by one, each with all its options.

    `obversi train` does all of them with one command, and is the one to begin with. These steps are
    for games of your own, for other settings, and for work on several machines.
    """,
    {
        "Commands": {
            "games": "Let the engine play against itself.",
            "games.add": "Add games from files.",
            "fitting.teacher": "Train a network that labels positions.",
            "fitting.fit": "Fit weights to games.",
            "improving.probcut": "Fit Multi-ProbCut to weights.",
            "improving.gate": "Match new weights against old ones.",
        },
    },
    examples(
        "obversi training games g1 --size 6 --games 20000  self-play",
        "obversi training fit g1 --out new.obw             weights that fit the games",
        "obversi training gate new.obw old.obw             which are better",
    ),
)
