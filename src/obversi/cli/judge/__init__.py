"""``obversi judge``: agents of a course, tried before they are handed in and in a contest."""

import click

from obversi.cli.lazy_group import LazyGroup
from obversi.cli.options import examples

__all__ = ["judge_command"]


class _Judge(LazyGroup):
    package = "obversi.cli.judge"
    names = ("check", "run", "presets", "sandbox")


@click.group(
    "judge",
    cls=_Judge,
    invoke_without_command=True,
    short_help="Try the agents of a course, and run its contest.",
    epilog=examples(
        "obversi judge check my_agent.py    what is wrong with it, before handing in",
        "obversi judge run agents/          a contest of all files of a folder",
        "obversi judge presets              the rules of courses",
        "obversi judge sandbox              how well this machine can lock agents up",
    ),
)
@click.pass_context
def judge_command(context: click.Context) -> None:
    """Try the agents of a course under its limits, and run a contest of a whole class.

    Agents are files with a class AI, as docs/students.md tells, and run in a sandbox.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
