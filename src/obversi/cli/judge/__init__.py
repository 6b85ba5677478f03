"""``obversi judge``: agents of a course, tested before submission and in a contest."""

import click

from obversi.cli import LazyGroup
from obversi.cli.options import examples


@click.group(
    "judge",
    cls=LazyGroup,
    package="obversi.cli.judge",
    needs=("arena", "scipy", "jinja2"),
    sections={
        "Commands": {
            "check": ("check", "Test an agent before it is submitted."),
            "run": ("run", "Run a contest of all files of a folder."),
            "presets": ("setup", "List the rules of courses, or print one to copy."),
            "sandbox": ("setup", "Show which sandbox layers this machine has."),
        },
    },
    epilog=examples(
        "obversi judge check my_agent.py    problems of an agent, before submission",
        "obversi judge run agents/          a contest of all files of a folder",
        "obversi judge presets              the rules of courses",
        "obversi judge sandbox              how well this machine can isolate agents",
    ),
)
def judge_command() -> None:
    """Test the agents of a course under its limits, and run a contest of a whole class.

    Agents are files with a class AI, described in docs/students.md, and run in a sandbox.
    """
