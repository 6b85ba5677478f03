"""``obversi judge check``: problems of an agent, before it is submitted."""

from dataclasses import replace
from pathlib import Path
from textwrap import fill, wrap

import click
from rich.text import Text

from obversi.agents.course.preset import CoursePreset
from obversi.arguments import file_path
from obversi.board import Board
from obversi.cli import options
from obversi.cli.agent_checks import warn_of_open_files
from obversi.cli.judge.setup import preset_option, preset_words, sandbox_option
from obversi.cli.progress import bar_progress
from obversi.cli.terminal import Terminal, print_json
from obversi.errors import InputError
from obversi.formats.lines import visible
from obversi.formats.saving import check_target, write_whole
from obversi.judge.check.check import CheckResult, check
from obversi.judge.finding import CheckFinding, Severity
from obversi.judge.report.student_page import check_page
from obversi.rules import Rules
from obversi.sandbox.layers import checked_minimum

_MARKS = {
    Severity.GOOD: ("ok", "green"),
    Severity.ADVICE: ("advice", "yellow"),
    Severity.PROBLEM: ("problem", "bold red"),
    Severity.FATAL: ("stop", "bold red"),
}
_MARK_WIDTH = 9
_TOPIC_WIDTH = 13

# On a narrower terminal the text starts on a line of its own.
_NARROW = 60
_NARROW_INDENT = 2

# Longer lines are hard to read.
_WIDEST = 100
_MOST_DETAILS = 24
_HANGING = 2

# A check without games takes at most about this long.
_SHORT_SECONDS = 20.0

_PROBLEMS = 1


@click.command(
    "check",
    epilog=options.examples(
        "obversi judge check my_agent.py",
        "obversi judge check my_agent.py --seconds 0.5    faster: less time per move",
        "obversi judge check my_agent.py --no-games --html check.html",
    ),
)
@click.argument("file", type=click.Path(), callback=options.reading(file_path))
@preset_option
@click.option(
    "--seconds", type=options.SECONDS, help="Seconds per move, instead of those of the course."
)
@click.option(
    "--games",
    "pairs",
    type=options.WholeRange(1, 1000),
    default=1,
    help="Games as black, and as white, against each of the test opponents.",
)
@options.flag_option("--no-games", "Only test boards, in at most 20 seconds.")
@options.concurrency_option
@sandbox_option
@options.file_option(
    "--html",
    "page",
    metavar="FILE.html",
    help="Write a page with all findings, and a replay of every game.",
)
@options.terminal_option
@options.json_option
def check_command(
    file: Path,
    preset: CoursePreset,
    seconds: float | None,
    pairs: int,
    no_games: bool,
    concurrency: int | None,
    sandbox: tuple[str, ...] | None,
    page: Path | None,
    terminal: Terminal,
    as_json: bool,
) -> None:
    """Test an agent under the limits of its course, and report problems with advice.

    FILE is one Python file with a class AI, as it would be submitted. It is tested on unusual and
    on hard boards, and plays agents of increasing strength, in a sandbox. The exit status is 1 if
    a problem was found.
    """
    file.lstat()  # a missing file is an input error, not a finding
    if sandbox is not None:
        preset = replace(preset, sandbox=sandbox)
    checked_minimum(preset.sandbox)
    if seconds is not None:
        preset = _with_seconds(preset, seconds)
    if page is not None:
        check_target(page)
    warn_of_open_files()
    if not as_json:
        heading = f"{visible(file.name)} by {preset.name}: {preset_words(preset)}"
        terminal.say(fill(heading, terminal.console.width) + "\n")
    with bar_progress() as bar:

        def report(finding: CheckFinding) -> None:
            with bar.paused():
                if as_json:
                    print_json(finding.to_object())
                else:
                    show_finding(terminal, finding, preset.rules)

        result = check(
            file,
            preset,
            pairs=0 if no_games else pairs,
            concurrency=concurrency,
            seconds=_SHORT_SECONDS if no_games else None,
            on_finding=report,
            on_progress=bar.show,
        )
    if page is not None:
        games = [(game.game, game.color, game.opponent) for game in result.games]
        write_whole(page, check_page(file.stem, preset, result.findings, games))
    if as_json:
        print_json(result.to_object())
    else:
        _conclude(terminal, result, page)
    if not result.is_good:
        click.get_current_context().exit(_PROBLEMS)


def show_finding(terminal: Terminal, finding: CheckFinding, rules: Rules) -> None:
    """Print a finding, with its board if it has one."""
    width = min(terminal.console.width, _WIDEST)
    is_narrow = width < _NARROW
    mark, style = _MARKS[finding.level]
    heading = Text.assemble(
        (mark.ljust(_MARK_WIDTH), style), (finding.topic.ljust(_TOPIC_WIDTH), "bold")
    )
    indent = _NARROW_INDENT if is_narrow else len(heading)
    words = _indented(finding.words, width, indent)
    if is_narrow:
        heading.rstrip()
        heading.append(f"\n{words}")
    else:
        heading.append(words.lstrip())
    _print(terminal, heading)
    if finding.advice:
        arrow = "→ " if terminal.unicode else "> "
        advice = _indented(arrow + finding.advice, width, indent, len(arrow))
        _print(terminal, Text(advice, "cyan"))
    if finding.details:
        _print(terminal, Text(_details(finding.details, width, indent), "dim"))
    if finding.board:
        terminal.draw(Board.parse(finding.board, rules))
        if finding.moves:
            _print(terminal, Text(_replay(finding, rules), "dim"))
    if has_blank_line(finding):
        terminal.say()


def has_blank_line(finding: CheckFinding) -> bool:
    """Whether a blank line follows a finding, as it is more than text."""
    return bool(finding.board or finding.details)


def _print(terminal: Terminal, text: Text) -> None:
    # Lines are wrapped already; a longer one is to be copied.
    terminal.console.print(text, soft_wrap=True)


def _indented(text: str, width: int, indent: int, hanging: int = 0) -> str:
    lines = wrap(
        visible(text),
        max(width, indent + 20),
        initial_indent=indent * " ",
        subsequent_indent=(indent + hanging) * " ",
    )
    return "\n".join(lines)


def _details(details: str, width: int, indent: int) -> str:
    """Return lines with their indents, such as a traceback, but not too many."""
    lines = visible(details).rstrip().split("\n")
    if len(lines) > _MOST_DETAILS:
        half = _MOST_DETAILS // 2
        left_out = f"… {len(lines) - _MOST_DETAILS} lines left out …"
        lines = [*lines[:half], left_out, *lines[-half:]]
    own = [len(line) - len(line.lstrip()) for line in lines]
    return "\n".join(
        _indented(line.strip(), width, indent + more, _HANGING)
        for line, more in zip(lines, own, strict=True)
    )


def _replay(finding: CheckFinding, rules: Rules) -> str:
    size = round((len(finding.board) - 2) ** 0.5)
    flags = f" --rules {rules}" if rules != "normal" else ""
    return f"obversi show {finding.moves}{flags}" + (f" --size {size}" if size != 8 else "")


def _with_seconds(preset: CoursePreset, seconds: float) -> CoursePreset:
    """Return the same course with other seconds per move, and in proportion per game."""
    if not 0.01 <= seconds <= 3600:
        raise InputError(f"a move cannot take {seconds:g} s: expected 0.01 to 3600")
    game = preset.game_seconds
    if game is not None:
        game *= seconds / preset.move_seconds
    return replace(preset, move_seconds=seconds, game_seconds=game)


def _conclude(terminal: Terminal, result: CheckResult, page: Path | None) -> None:
    problems = sum(
        finding.level in (Severity.PROBLEM, Severity.FATAL) for finding in result.findings
    )
    advice = sum(finding.level is Severity.ADVICE for finding in result.findings)
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
        lines.append("--html FILE.html writes a page with replays of the games")
    for line in lines:
        terminal.say(fill(line, terminal.console.width))
    if page is not None:
        terminal.say(f"with replays: {page}")
