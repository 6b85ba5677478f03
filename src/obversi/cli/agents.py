"""``obversi agents``: the agents and their options."""

import re

import click
from rich import box
from rich.console import Console, RenderableType
from rich.markup import escape
from rich.table import Table

from obversi.agents.agent import AgentKind
from obversi.agents.catalog import AGENTS
from obversi.agents.description import description_form
from obversi.agents.levels import LEVELS, Level
from obversi.arguments import suggestion
from obversi.cli.options import examples, flag_option, json_option
from obversi.cli.terminal import open_terminal, print_json
from obversi.errors import InputError
from obversi.heuristics.catalog import evaluation
from obversi.heuristics.mix import Mix
from obversi.heuristics.mix_file import mix_text
from obversi.heuristics.reports import ALIASES
from obversi.records import JsonObject, fields_object

# The name that stands for all levels instead of an agent.
LEVELS_NAME = "levels"

_FORM = (
    "An agent is named by its name, and options after colons: "
    "[bold]r0-adjusted:depth=6:gamma=0.5[/]."
)


@click.command(
    "agents",
    epilog=examples(
        "obversi agents                      all of them",
        "obversi agents r0-adjusted          its options and its evaluation",
        "obversi agents levels               from newcomer to champion",
        "obversi agents r4 --toml > my.toml  an evaluation to start your own with",
    ),
)
@click.argument("name", required=False)
@flag_option("--toml", "Print the evaluation as a file of weights.", "as_toml")
@json_option
def agents_command(name: str | None, as_toml: bool, as_json: bool) -> None:
    """List the agents and where they come from, or describe one of them.

    NAME is an agent, or `levels` for the levels of the engine.
    """
    if name is not None:
        name = ALIASES.get(name, name)
    if name == LEVELS_NAME and not as_toml:
        _print_levels(as_json)
        return
    if name is not None and name not in (*AGENTS, LEVELS_NAME):
        bare, colon, _ = name.partition(":")
        known = [*AGENTS, LEVELS_NAME]
        advice = f"did you mean {bare!r}?" if colon and bare in AGENTS else suggestion(name, known)
        raise InputError(f"there is no agent {name!r}: {advice}")
    if as_toml:
        click.echo(_evaluation_file(name), nl=False)
        return
    chosen = AGENTS if name is None else {name: AGENTS[name]}
    if as_json:
        for each, kind in chosen.items():
            print_json(_object(each, kind))
        return
    console = open_terminal().console
    if name is None:
        _list_all(console)
    else:
        _describe(console, name, AGENTS[name])


def _print_levels(as_json: bool) -> None:
    if as_json:
        for level in LEVELS["normal"]:
            print_json(_level_object(level))
        return
    table = Table("level", "name", "how it plays", *LEVELS, box=box.SIMPLE_HEAD)
    for column in (table.columns[0], *table.columns[3:]):
        column.justify = "right"
    for level in LEVELS["normal"]:
        ratings = (level.rating(rules) for rules in LEVELS)
        cells = ("" if rating is None else str(rating.rating) for rating in ratings)
        table.add_row(f"[bold]{level.number}[/]", level.name, escape(level.words), *cells)
    console = open_terminal().console
    console.print(table)
    console.print("Ratings are Elo above random play on 8×8, for both rules.")
    console.print("For example: engine:level=5")


def _level_object(level: Level) -> JsonObject:
    measured = {rules: level.rating(rules) for rules in LEVELS}
    return {
        "level": level.number,
        "name": level.name,
        "words": level.words,
        "agent": f"engine:level={level.number}",
        "ratings": {
            rules: rating and fields_object(rating, "rating", "low", "high")
            for rules, rating in measured.items()
        },
    }


def agent_lines(*more: tuple[str, str]) -> str:
    """List the agents for the end of a help text, after `more` players."""
    rows = [*more, *((name, kind.description) for name, kind in AGENTS.items())]
    lines = [f"  {name:12}  {description}" for name, description in rows]
    more_about = "  obversi agents NAME lists the options of one"
    return "\n".join(["\b", "Players:" if more else "Agents:", *lines, more_about])


def _evaluation_file(name: str | None) -> str:
    with_one = [agent for agent, kind in AGENTS.items() if kind.evaluation]
    if name is None:
        raise click.UsageError(f"--toml needs the name of an agent: {', '.join(with_one)}")
    if name not in with_one:
        who = "the levels have" if name == LEVELS_NAME else f"agent {name!r} has"
        raise InputError(f"{who} no evaluation that fits in a file: {', '.join(with_one)} have")
    mix = evaluation(AGENTS[name].evaluation)
    assert isinstance(mix, Mix)
    return mix_text(mix)


def _list_all(console: Console) -> None:
    table = Table("agent", "what it plays", "from", box=box.SIMPLE_HEAD)
    for name, kind in AGENTS.items():
        reports = re.findall(r"R\d", kind.origin)
        table.add_row(f"[bold]{name}[/]", escape(kind.description), " ".join(reports))
    console.print(table)
    titles = dict(kind.origin.split(": ", 1) for kind in AGENTS.values() if ": " in kind.origin)
    for report, title in titles.items():
        console.print(f"  [dim]{report}  {escape(title)}[/]")
    more = [description_form(name, kind) for name, kind in AGENTS.items() if kind.operands]
    console.print(f"\n{_FORM} Some need more: [bold]{', '.join(more)}[/].")
    console.print(
        "[bold]obversi agents NAME[/] lists the options of one, "
        "[bold]obversi agents levels[/] the levels of the engine."
    )


def _describe(console: Console, name: str, kind: AgentKind) -> None:
    console.print(f"[bold]{description_form(name, kind)}[/]  {escape(kind.description)}")
    if kind.takes_command:
        console.print("Its options come before the command, which is not run by a shell.")
    if kind.origin:
        console.print(f"from {escape(kind.origin)}")
    console.print(_options_table(kind))
    if kind.evaluation:
        console.print(f"Its evaluation: obversi explain --evaluation {kind.evaluation}")
        console.print(f"The same as a file: obversi agents {name} --toml")
    console.print(f"For example: {kind.example}")


def _options_table(kind: AgentKind) -> RenderableType:
    table = Table("option", "what it does", "without it", box=box.SIMPLE_HEAD)
    for option, about in kind.options.items():
        table.add_row(f"[bold]{option}[/]", escape(about.description), _text(about.default))
    return table


def _text(default: object) -> str:
    if default is None:
        return ""
    return "as published" if isinstance(default, tuple) else str(default)


def _object(name: str, kind: AgentKind) -> JsonObject:
    return {
        "name": name,
        **fields_object(kind, "description", "origin", "operands", "takes_command"),
        "evaluation": kind.evaluation or None,
        "example": kind.example,
        "options": {
            option: {"description": about.description, "default": about.default}
            for option, about in kind.options.items()
        },
    }
