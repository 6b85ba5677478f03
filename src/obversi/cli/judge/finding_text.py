"""What the judge has found, on the terminal: in words, with what to do, and the board."""

from textwrap import wrap
from typing import Final

from rich.text import Text

from obversi.board import Board
from obversi.cli.terminal import Terminal
from obversi.judge.finding import Finding, Level
from obversi.judge.report.visible import visible

__all__ = ["has_blank_line", "show_finding"]

_MARKS: Final = {
    Level.GOOD: ("ok", "green"),
    Level.ADVICE: ("advice", "yellow"),
    Level.PROBLEM: ("problem", "bold red"),
    Level.FATAL: ("stop", "bold red"),
}
_MARK_WIDTH: Final = 9
_TOPIC_WIDTH: Final = 13

# On a terminal that is not as wide as this, words get lines of their own.
_NARROW: Final = 60
_NARROW_INDENT: Final = 2

# Wider lines are not read any better.
_WIDEST: Final = 100

_MOST_DETAILS: Final = 24
_HANGING: Final = 2


def show_finding(terminal: Terminal, finding: Finding, rules: str) -> None:
    """Print a finding, with the board that it is about if there is one."""
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


def has_blank_line(finding: Finding) -> bool:
    """Whether a finding has a blank line after it, since it is more than words."""
    return bool(finding.board or finding.details)


def _print(terminal: Terminal, text: Text) -> None:
    # Broken where we say, for a line that is longer is one to be copied.
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
    """Return lines with their own indents, such as those of a traceback, but not too many."""
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


def _replay(finding: Finding, rules: str) -> str:
    """Return the command that shows the board."""
    size = round((len(finding.board) - 2) ** 0.5)
    options = f" --rules {rules}" if rules != "normal" else ""
    return f"obversi show {finding.moves}{options}" + (f" --size {size}" if size != 8 else "")
