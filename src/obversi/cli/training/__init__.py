"""``obversi training``: the steps of a training one by one."""

import click

from obversi.cli import LazyGroup
from obversi.cli.options import examples


@click.group(
    "training",
    cls=LazyGroup,
    package="obversi.cli.training",
    sections={
        "Commands": {
            "games": ("games", "Let the engine play against itself."),
            "add": ("games", "Add games from files."),
            "teacher": ("fitting", "Train a network that labels positions."),
            "fit": ("fitting", "Fit weights to games."),
            "probcut": ("improving", "Fit Multi-ProbCut to weights."),
            "gate": ("improving", "Match new weights against old ones."),
        },
    },
    epilog=examples(
        "obversi training games g1 --size 6 --games 20000  self-play",
        "obversi training fit g1 --out new.obw             weights that fit the games",
        "obversi training gate new.obw old.obw             which are better",
    ),
)
def training_command() -> None:
    """Do the steps of `obversi train` one by one, each with all its options.

    `obversi train` does all of them with one command, and is the one to begin with. These steps are
    for games of your own, for other settings, and for work on several machines.
    """
