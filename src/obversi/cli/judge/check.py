"""``obversi judge check``: what is wrong with a file, before it is handed in."""

import json
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import Final

import click

from obversi.agents.course.preset import CoursePreset
from obversi.cli.arena.options import concurrency_option
from obversi.cli.arena.telling import check_folder
from obversi.cli.judge.check_progress import check_progress
from obversi.cli.judge.finding_text import has_blank_line, show_finding
from obversi.cli.judge.options import preset_option, sandbox_option
from obversi.cli.judge.presets import preset_words
from obversi.cli.options import examples, json_option, unicode_option
from obversi.cli.sandbox_warning import warn_of_open_files
from obversi.cli.terminal import Terminal, open_terminal
from obversi.errors import ObversiError
from obversi.formats.replacing import write_whole
from obversi.judge.check import CheckResult, check
from obversi.judge.finding import Finding, Level
from obversi.judge.report.check_page import check_page
from obversi.judge.report.visible import visible
from obversi.sandbox.layers import checked_minimum

__all__ = ["check_command"]

_PROBLEMS: Final = 1


@click.command(
    "check",
    short_help="Find out what is wrong with a file, before handing it in.",
    epilog=examples(
        "obversi judge check my_agent.py",
        "obversi judge check my_agent.py --seconds 0.5    quicker: less time a move",
        "obversi judge check my_agent.py --no-games --html check.html",
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
@preset_option
@click.option("--seconds", type=float, help="Seconds a move, instead of those of the course.")
@click.option(
    "--games",
    "pairs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Games against each of the sparring partners, as black and as many as white.",
)
@click.option("--no-games", is_flag=True, help="Only boards, no games.")
@concurrency_option
@sandbox_option
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.html",
    help="Write a page with all findings, and a replay of every game.",
)
@unicode_option
@json_option
@click.pass_context
def check_command(
    context: click.Context,
    file: Path,
    preset: CoursePreset,
    seconds: float | None,
    pairs: int,
    no_games: bool,
    concurrency: int | None,
    sandbox: tuple[str, ...] | None,
    page: Path | None,
    unicode: bool | None,
    as_json: bool,
) -> None:
    """Try an agent under the limits of its course, and say what is wrong and what to do.

    FILE is one Python file with a class AI, as it would be handed in. It is asked on odd and on
    hard boards, and plays against agents of rising strength, in a sandbox. The exit status is 1 if
    a problem was found.
    """
    file.lstat()  # what is not there is no file to find problems in
    if sandbox is not None:
        preset = replace(preset, sandbox=sandbox)
    checked_minimum(preset.sandbox)
    if seconds is not None:
        preset = _with_seconds(preset, seconds)
    if page is not None:
        check_folder(page)
    warn_of_open_files()
    terminal = open_terminal(unicode)
    if not as_json:
        heading = f"{visible(file.name)} by {preset.name}: {preset_words(preset)}"
        terminal.say(fill(heading, terminal.console.width) + "\n")
    with check_progress() as progress:

        def tell(finding: Finding) -> None:
            with progress.paused():
                if as_json:
                    click.echo(json.dumps(finding.to_object()))
                else:
                    show_finding(terminal, finding, preset.rules)

        result = check(
            file,
            preset,
            pairs=0 if no_games else pairs,
            concurrency=concurrency,
            on_finding=tell,
            on_progress=progress.show,
        )
    if page is not None:
        games = [(game.game, game.color, game.opponent) for game in result.games]
        write_whole(page, check_page(file.stem, preset, result.findings, games))
    if as_json:
        click.echo(json.dumps(result.to_object()))
    else:
        _conclude(terminal, result, page)
    if not result.is_good:
        context.exit(_PROBLEMS)


def _with_seconds(preset: CoursePreset, seconds: float) -> CoursePreset:
    """Return the same course with other seconds a move, and as much less for a whole game."""
    if not 0.01 <= seconds <= 3600:
        raise ObversiError(f"a move cannot take {seconds:g} s: expected 0.01 to 3600")
    game = preset.game_seconds
    if game is not None:
        game *= seconds / preset.move_seconds
    return replace(preset, move_seconds=seconds, game_seconds=game)


def _conclude(terminal: Terminal, result: CheckResult, page: Path | None) -> None:
    problems = sum(finding.level in (Level.PROBLEM, Level.FATAL) for finding in result.findings)
    advice = sum(finding.level is Level.ADVICE for finding in result.findings)
    words = (
        "no problem" if not problems else "1 problem" if problems == 1 else f"{problems} problems"
    )
    if advice:
        words += f", {advice} thing{'s' if advice > 1 else ''} that could be better"
    if not has_blank_line(result.findings[-1]):
        terminal.say()
    lines = [f"{words} found in {result.seconds:.0f} s"]
    if result.layers:
        lines.append(f"sandbox: {', '.join(result.layers)}")
    if any(finding.moves for finding in result.findings) and page is None:
        lines.append("--html FILE.html writes a page on which games can be replayed")
    for line in lines:
        terminal.say(fill(line, terminal.console.width))
    if page is not None:
        terminal.say(f"with replays: {page}")
