"""``obversi judge``: agents of a course, tested before submission and in a contest."""

from obversi.cli import command_group
from obversi.cli.options import examples

judge_command = command_group(
    __name__,
    """Test the agents of a course under its limits, and run a contest of a whole class.

    Agents are files with a class AI, described in docs/students.md, and run in a sandbox.
    """,
    {
        "Commands": {
            "check": "Test an agent before it is submitted.",
            "run": "Run a contest of all files of a folder.",
            "setup.presets": "List the rules of courses, or print one to copy.",
            "setup.sandbox": "Show which sandbox layers this machine has.",
        },
    },
    examples(
        "obversi judge check my_agent.py    problems of an agent, before submission",
        "obversi judge run agents/          a contest of all files of a folder",
        "obversi judge presets              the rules of courses",
        "obversi judge sandbox              how well this machine can isolate agents",
    ),
    needs=("arena", "scipy", "jinja2"),
)
