"""The help: commands in groups, options in sections, examples, and when to use which command."""

import re
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result
from command_tree import leaf_commands

import obversi.cli
from obversi.cli import LazyGroup, main

Command = Callable[..., Result]

# A new command needs a place here, and in the table of `obversi.cli`.
GROUPS = {
    "Play": ("play", "web", "watch", "connect", "puzzles"),
    "Analyse": ("show", "analyse", "solve", "review", "explain", "tree", "book"),
    "Compete": ("agents", "match", "games", "arena", "judge"),
    "Experiment": ("lab", "perft", "bench"),
    "Learn": ("train", "training"),
    "Serve": ("serve", "site", "nboard", "gtp"),
    "Files": ("convert", "db"),
}
INNER = {
    "arena": ("run", "list", "show", "resume", "export", "ladder"),
    "book": (
        *("show", "stats", "report", "grow", "add", "solve", "deepen", "learn", "verify"),
        *("import", "export", "merge", "prune"),
    ),
    "db": ("import", "games", "position", "players", "stats", "export"),
    "judge": ("check", "run", "presets", "sandbox"),
    "lab": (
        *("list", "run", "all", "page"),
        *("round-robin", "win-rate", "value-loss", "search-depth"),
        *("tune", "study"),
    ),
    "puzzles": ("list", "show", "solve", "make"),
    "training": ("games", "add", "teacher", "fit", "probcut", "gate"),
}
COMMANDS = [command for commands in GROUPS.values() for command in commands]
LEAVES = dict(leaf_commands(main))


def sections(text: str) -> dict[str, list[str]]:
    """Return the first words of the lines below each heading of a help text."""
    parts = re.split(r"^([A-Z][\w ]+):\n", text, flags=re.MULTILINE)
    return {
        heading: re.findall(r"^ {2}(\S+)", rows, re.MULTILINE)
        for heading, rows in zip(parts[1::2], parts[2::2], strict=True)
    }


def test_each_command_is_in_a_group(obversi: Command) -> None:
    result = obversi()
    assert result.exit_code == 0
    assert result.stdout == obversi("--help").stdout
    shown = sections(result.stdout.partition("\n  Examples:")[0])
    shown.pop("Options")
    assert {group: tuple(commands) for group, commands in shown.items()} == GROUPS
    for command in COMMANDS:
        assert re.search(rf"^  {command} +[A-Z].*\.$", result.stdout, re.MULTILINE), command


_DEFINED = re.compile(r"^(?:def )?(\w+)_command(?: = |\()", re.M)


def test_each_module_of_a_command_is_in_the_table() -> None:
    folder = Path(obversi.cli.__file__).parent
    defined = {
        name.replace("_", "-")
        for file in (*folder.glob("*.py"), *folder.glob("*/__init__.py"))
        for name in _DEFINED.findall(file.read_text(encoding="utf-8"))
    }
    assert defined == set(COMMANDS)


@pytest.mark.parametrize("command", INNER)
def test_a_group_without_a_command_lists_its_commands(obversi: Command, command: str) -> None:
    result = obversi(command)
    assert result.exit_code == 0
    for inner in INNER[command]:
        assert f"\n  {inner} " in result.stdout
    group = main.get_command(click.Context(main), command)
    assert isinstance(group, LazyGroup)
    assert group.list_commands(click.Context(group)) == list(INNER[command])


@pytest.mark.parametrize(
    "command", [*COMMANDS, *(f"{group} {inner}" for group in INNER for inner in INNER[group])]
)
def test_help_has_examples_line_by_line(obversi: Command, command: str) -> None:
    lines = obversi(*command.split(), "--help").stdout.splitlines()
    examples = lines[lines.index("  Examples:") + 1 :]
    assert 2 <= len(examples) <= 4
    for example in examples:
        assert example.startswith(f"    obversi {command}")
        assert len(example) <= 80


@pytest.mark.parametrize("command", ["match", "games", "arena", "lab round-robin"])
def test_commands_for_games_say_when_to_use_which(obversi: Command, command: str) -> None:
    text = obversi(*command.split(), "--help").stdout
    for other in ("match", "games", "arena", "lab round-robin"):
        assert re.search(rf"^    {other} {{2,}}\S.{{,60}}$", text, re.MULTILINE)


def test_train_and_training_name_each_other(obversi: Command) -> None:
    assert "`obversi training` does single steps" in " ".join(
        obversi("train", "--help").stdout.split()
    )
    assert "`obversi train` does all of them" in " ".join(
        obversi("training", "--help").stdout.split()
    )


def test_the_options_of_the_server_are_in_sections(obversi: Command) -> None:
    shown = sections(obversi("serve", "--help").stdout.partition("\n  Examples:")[0])
    options = {
        heading: [word.rstrip(",") for word in words if word.startswith("-")]
        for heading, words in shown.items()
    }
    assert options == {
        "Network": ["--host", "--port", "--web-port", "--no-web", "--site"],
        "Games and agents": [
            "--db",
            "--store",
            "--bus",
            "--export",
            "--agent",
            "--workers",
            "--hash-mb",
            "--engine",
        ],
        "Limits": [
            *("--connections", "--per-address", "--games", "--new-games"),
            *("--keep", "--rate", "--think", "--wait"),
        ],
        "The protocol of a course": ["--compat", "--against", "--color", "--rules", "--size"],
        "Operating": ["--log-format", "--metrics-port", "--drain", "--quiet"],
        "Other options": ["-h"],
    }


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, command in LEAVES.items()
        if sum(isinstance(each, click.Option) for each in command.params) > 15
    ],
)
def test_many_options_are_in_sections(obversi: Command, name: str) -> None:
    headings = list(sections(obversi(*name.split(), "--help").stdout))
    assert len(headings) >= 2
    assert "Options" not in headings


def test_bounds_of_numbers_are_shown(obversi: Command) -> None:
    assert "[1<=x<=60]" in obversi("analyse", "--help").stdout
    assert "from 0 to 20" in obversi("perft", "--help").stdout
