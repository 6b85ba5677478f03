"""The options that several commands share.

Each ``x_option`` is the decorator that `click.option` returns, and ``x_options`` adds several.
Modules that only some of the commands need are imported by the callbacks: all other commands start
without them.
"""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Literal, TypeVar

import click

from obversi.limit import Limit
from obversi.rules import RULES
from obversi.size import SIZES

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Decorator = Callable[[Decorated], Decorated]

_USUAL_GAMES_FILE = Path("obversi-games.db")


class WholeRange(click.IntRange):
    """Whole numbers of a range, which the help shows."""

    name = "integer"

    def __init__(self, least: int, most: int) -> None:
        """Allow the numbers between these two, both included."""
        super().__init__(least, most)
        self._words = f"a whole number from {least} to {most}"
        self._numbers = range(least, most + 1)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a number."""
        number: int = click.INT.convert(value, param, ctx)
        if number not in self._numbers:
            self.fail(f"{value!r} is not {self._words}.", param, ctx)
        return number


class FiniteRange(click.FloatRange):
    """Numbers of a range without ``nan`` and ``inf``, which Python reads as numbers too."""

    name = "number"

    def __init__(self, least: float, most: float, *, min_open: bool = False) -> None:
        """Allow the numbers between these two, both included unless `min_open` is set."""
        super().__init__(least, most, min_open=min_open)
        words = f"above {least:g}, up to" if min_open else f"from {least:g} to"
        self._words = f"a number {words} {most:g}"
        self._least, self._most = least, most

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a number."""
        number: float = click.FLOAT.convert(value, param, ctx)
        is_enough = number > self._least if self.min_open else number >= self._least
        if not (is_enough and number <= self._most):  # nan is neither
            self.fail(f"{value!r} is not {self._words}.", param, ctx)
        return number


class _Seed(click.types.IntParamType):
    """Whole numbers of 64 bits, with a sign or without; their range is not worth a line of help."""

    min, max = -(1 << 63), (1 << 64) - 1

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a number."""
        number: int = super().convert(value, param, ctx)
        if not self.min <= number <= self.max:
            self.fail(f"{number} has more than 64 bits.", param, ctx)
        return number


# Types of options. A number beyond their bounds is a mistake, or work that would never end.
DEPTH = WholeRange(1, 60)
PLIES = WholeRange(0, 60)
SOLVED = WholeRange(0, 20)
GAMES = WholeRange(1, 10_000_000)
PAIRS = WholeRange(1, 5_000_000)
THREADS = WholeRange(1, 1024)
MEGABYTES = WholeRange(1, 1 << 20)
LEVEL = WholeRange(0, 12)
SEED = _Seed()
SECONDS = FiniteRange(0, 604_800, min_open=True)
COST = FiniteRange(0, 1000)
MILLION = WholeRange(1, 10**6)
BILLION = WholeRange(1, 10**9)
MINUTES = FiniteRange(0, 100_000, min_open=True)
FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)


def examples(*lines: str) -> str:
    """Write examples for the end of a help text, where line breaks are kept."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def all_of(*options: Callable[[Any], Any]) -> Decorator[Any]:
    """Return a decorator that adds several options, in the order of the help text."""

    def add(command: Decorated) -> Decorated:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def grouped(name: str, make: Callable[..., Any], *options: Callable[[Any], Any]) -> Decorator[Any]:
    """Return a decorator that adds options whose values become one argument of the command.

    The argument has this name; its value is what `make` returns for the values of the options.
    """

    def add(command: Any) -> Any:
        @wraps(command)
        def grouping(*args: Any, **values: Any) -> Any:
            made = make(**{member: values.pop(member) for member in members})
            return command(*args, **{name: made}, **values)

        before = len(getattr(command, "__click_params__", ()))
        all_of(*options)(grouping)
        members = [option.name for option in grouping.__click_params__[before:]]  # type: ignore[attr-defined]
        return grouping

    return add


_OTHERS = "Other options"


def section(title: str, *options: Callable[[Any], Any]) -> Decorator[Any]:
    """Return a decorator that adds options, which a `SectionedCommand` lists below this title."""

    def add(command: Decorated) -> Decorated:
        before = len(getattr(command, "__click_params__", ()))
        command = all_of(*options)(command)
        for option in command.__click_params__[before:]:  # type: ignore[attr-defined]
            option.section = title
        return command

    return add


class SectionedCommand(click.Command):
    """A command whose help has a section for each `section` of its options, then the others."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options."""
        sections: dict[str, list[tuple[str, str]]] = {}
        others: list[tuple[str, str]] = []
        for option in self.get_params(ctx):
            row = option.get_help_record(ctx)
            if isinstance(option, click.Option) and row is not None:
                title = getattr(option, "section", None)
                (others if title is None else sections.setdefault(title, [])).append(row)
        for title, rows in (*sections.items(), (_OTHERS if sections else "Options", others)):
            with formatter.section(title):
                formatter.write_dl(rows)


def flag_option(flag: str, words: str, *names: str) -> Decorator[Any]:
    """Return an option without a value; its argument may have another name."""
    return click.option(flag, *names, is_flag=True, help=words)


def reading(read: Callable[[Any], Any]) -> Callable[..., Any]:
    """Return a callback that reads the value of an option, if it is given."""
    return lambda _context, _option, value: None if value is None else read(value)


def file_option(*names: str, **settings: Any) -> Decorator[Any]:
    """Return an option for the path of a file."""
    return click.option(*names, type=FILE, **settings)


def folder_option(*names: str, **settings: Any) -> Decorator[Any]:
    """Return an option for the path of a folder."""
    return click.option(*names, type=FOLDER, **settings)


#: The database or the book that a command is about.
file_argument = click.argument("file", type=FILE)

#: The file that a command writes.
out_argument = click.argument("out", type=FILE)


# The game, and how it is printed

rules_option = click.option(
    "--rules",
    type=click.Choice(RULES),
    default="normal",
    help="normal: most discs win; reversed: fewest discs win.",
)

size_option = click.option(
    "--size",
    type=click.Choice([str(size) for size in SIZES]),
    default="8",
    callback=reading(int),
    help="Squares along an edge, unless the input says it.",
)


def _opened_terminal(unicode: bool | None) -> Any:
    from obversi.cli.terminal import open_terminal

    return open_terminal(unicode)


#: The terminal that a command draws on.
terminal_option = grouped(
    "terminal",
    _opened_terminal,
    click.option(
        "--unicode/--ascii",
        "unicode",
        default=None,
        help="Draw discs, or letters.  [default: discs if the terminal can]",
    ),
)

json_option = flag_option("--json", "Print one JSON object per line.", "as_json")


# Searches and random choices


def minutes_option(words: str = "Maximum time.") -> Decorator[Any]:
    """Return an option whose minutes are the `seconds` of the command."""
    return click.option(
        "--minutes",
        "seconds",
        type=MINUTES,
        callback=reading(lambda minutes: 60 * minutes),
        help=words,
    )


def seed_option(other: str = "other games", default: int | None = 1) -> Decorator[Any]:
    """Return an option for a seed, which decides what is chosen at random."""
    return click.option("--seed", type=SEED, default=default, help=f"Another number gives {other}.")


agent_seed_option = click.option(
    "--seed", type=SEED, help="Make the random choices of agents repeatable."
)


def engine_options(hash_mb: int) -> Decorator[Any]:
    """Add ``--threads`` and ``--hash-mb`` with this default."""
    return all_of(
        click.option("--threads", type=THREADS, default=1, help="Search threads."),
        click.option(
            "--hash-mb",
            type=MEGABYTES,
            default=hash_mb,
            help="Megabytes for the transposition table.",
        ),
    )


def limit_options(seconds: float) -> Decorator[Any]:
    """Add ``--seconds`` with this default, ``--depth`` and ``--nodes``: a `Limit`."""
    return grouped(
        "limit",
        Limit,
        click.option(
            "--seconds", type=SECONDS, help=f"Time for each position.  [default: {seconds:g}]"
        ),
        click.option("--depth", type=DEPTH, help="Plies to search."),
        click.option(
            "--nodes", type=WholeRange(1, 10**15), help="Nodes to search for each position."
        ),
    )


def _number_or_all(text: str) -> int | Literal["all"]:
    if text == "all":
        return "all"
    if not text.isdecimal() or int(text) < 1:
        raise click.BadParameter(f"{text!r} is neither a number above 0 nor 'all'")
    return int(text)


top_option = click.option(
    "--top",
    default="1",
    metavar="N|all",
    callback=reading(_number_or_all),
    help="How many of the best moves get a value and a line.",
)

threads_option = click.option("--threads", type=THREADS, help="Cores to use.  [default: all]")


# Games between agents

#: For the help of each of these commands: when to use which.
COMMANDS_FOR_GAMES = """\b
Which command:
  match            two agents of any kind: which is stronger, how sure that is
  games            two agents of the package: thousands of games, statistics
  arena            many agents of any kind: stored, resumable, with ratings
  lab round-robin  many agents of the package: who beats whom, and cycles"""

concurrency_option = click.option(
    "--concurrency",
    type=THREADS,
    help="Play this number of games at a time, each in its own process.  [default: all cores]",
)

cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the workers of this Dask scheduler; local: on workers of this machine.",
)


# Training

device_option = click.option(
    "--device",
    default="auto",
    metavar="auto|cpu|cuda",
    help="Where weights are fitted; auto: on a GPU if there is one.",
)


# Servers and board programs

host_option = click.option(
    "--host", default="127.0.0.1", help="Listen on this address of the machine."
)


def port_option(name: str, words: str, default: int | None = None) -> Decorator[Any]:
    """Return an option for a port."""
    return click.option(name, type=WholeRange(0, 65535), default=default, help=words)


games_database_option = file_option(
    "--db",
    "--database",
    "database",
    default=_USUAL_GAMES_FILE,
    envvar="OBVERSI_GAMES",
    help="The file that stores the games, also set by $OBVERSI_GAMES.",
)

worker_options = all_of(
    click.option(
        "--workers", type=THREADS, help="Search in this number of threads.  [default: all]"
    ),
    click.option(
        "--hash-mb",
        type=MEGABYTES,
        default=16,
        help="Megabytes for the transposition table of each thread.",
    ),
)
