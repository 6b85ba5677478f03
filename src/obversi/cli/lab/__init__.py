"""``obversi lab``: experiments with error bars, measures of strength, and tuning."""

import click

from obversi.cli import LazyGroup
from obversi.cli.options import examples


@click.group(
    "lab",
    cls=LazyGroup,
    package="obversi.cli.lab",
    needs=("lab", "scipy", "jinja2"),
    sections={
        "The experiments of the reports": {
            "list": ("experiments", "List the experiments and their state."),
            "run": ("experiments", "Run experiments, or resume them."),
            "all": ("experiments", "Run all experiments, and write one page."),
            "page": ("experiments", "Write the page about finished experiments."),
        },
        "Measures of strength": {
            "round-robin": ("measures", "Let agents play each other, and find cycles."),
            "win-rate": ("measures", "Measure the score of evaluations against random play."),
            "value-loss": ("measures", "Compare evaluations with exact values."),
            "search-depth": ("measures", "Measure the depth that evaluations let a search reach."),
        },
        "Tuning": {
            "tune": ("tune", "Search for better weights of an evaluation."),
            "study": ("tune", "Show the result of a tuning study."),
        },
    },
    epilog=examples(
        "obversi lab list             all experiments",
        "obversi lab run breadth      how many moves there are to choose from",
        "obversi lab all              every experiment, and one page about them",
    ),
)
def lab_command() -> None:
    """Repeat the experiments of five reports with error bars, and tune evaluations."""
