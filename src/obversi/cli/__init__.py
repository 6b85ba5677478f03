"""The command ``obversi``: its list of commands, and how failures of all of them are reported."""

import importlib
import io
import os
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

import click

from obversi import __version__
from obversi.arguments import suggestion
from obversi.cli.options import examples
from obversi.core_variant import VARIANT
from obversi.errors import MachineError, ObversiError, ObversiWarning
from obversi.extras import require

_WRONG_INPUT, _CLOSED_PIPE, _MACHINE_FAILED, _INTERRUPTED = 2, 1, 1, 130


Sections = Mapping[str, Mapping[str, str]]


class LazyGroup(click.Group):
    """A group that imports the module of a command when that is used: others start faster.

    `package` has the modules. `sections` has for each heading of the help, in their order, its
    commands with their lines of help. A command is named like its module, or after it and a dot;
    ``a-b`` is the function ``a_b_command``. All of them need the extra and the packages in `needs`,
    if it is given.
    """

    def __init__(
        self,
        *args: Any,
        package: str,
        sections: Sections,
        needs: Sequence[str] = (),
        **extra: Any,
    ) -> None:
        """Make a group that prints its help when it is called without a command."""
        extra |= {"callback": click.pass_context(_show_help), "invoke_without_command": True}
        super().__init__(*args, **extra)
        self.sections = sections
        self._needs = needs
        self._modules = {
            _name(place): f"{package}.{place.partition('.')[0]}"
            for commands in sections.values()
            for place in commands
        }

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the commands, in the order of the help."""
        return [*self._modules]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load a command."""
        if cmd_name not in self._modules:
            return None
        if self._needs:
            require(f"obversi {self.name}", *self._needs)
        module = importlib.import_module(self._modules[cmd_name])
        command: click.Command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        return command

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        """List the commands without loading them."""
        width = max(map(len, self._modules))
        for heading, commands in self.sections.items():
            with formatter.section(heading):
                # Equal widths, so that the columns of all sections are below each other.
                formatter.write_dl(
                    [(_name(place).ljust(width), words) for place, words in commands.items()]
                )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of a command line, or suggest one."""
        if args and args[0] not in self._modules:
            ctx.fail(f"there is no command {args[0]!r}: {suggestion(args[0], [*self._modules])}")
        return super().resolve_command(ctx, args)


def _name(place: str) -> str:
    return place.rpartition(".")[2]


def command_group(
    package: str,
    about: str,
    sections: Sections,
    *epilog: str,
    needs: Sequence[str] = (),
    kind: type[LazyGroup] = LazyGroup,
) -> LazyGroup:
    """Return the group of the commands in a package, which has its name."""
    return kind(
        _name(package),
        help=about,
        epilog="\n\n".join(epilog),
        package=package,
        sections=sections,
        needs=needs,
    )


def _show_help(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


class _Failure(click.ClickException):
    """What ends a command, with its exit status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class _CommandLine(LazyGroup):
    """The whole command: every failure is one line on stderr and an exit status."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command line and exit."""
        extra["standalone_mode"] = False
        extra["prog_name"] = "obversi"
        _open_closed_streams()
        with _visible_echo():
            try:
                status = super().main(*args, **extra)
            except click.ClickException as error:
                status = error.status if isinstance(error, _Failure) else _WRONG_INPUT
                click.echo(f"obversi: {' '.join(error.format_message().split())}", err=True)
        sys.exit(status or 0)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and turn the exception that ends it into a failure."""
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                # Characters that cannot be read or shown are replaced.
                stream.reconfigure(errors="replace")
        try:
            with _warnings_in_one_line():
                result = super().invoke(ctx)
            sys.stdout.flush()
        except MachineError as error:
            raise _Failure(str(error), _MACHINE_FAILED) from error
        except ObversiError as error:
            raise _Failure(str(error), _WRONG_INPUT) from error
        except BrokenPipeError:
            _discard_output()
            ctx.exit(_CLOSED_PIPE)
        except OSError as error:
            reason = error.strerror or str(error)
            text = f"{error.filename}: {reason}" if error.filename else reason
            raise _Failure(text, _WRONG_INPUT) from error
        except KeyboardInterrupt as error:
            if sys.stderr.isatty():
                click.echo(err=True)  # ends the line on which the terminal shows ^C
            raise _Failure("interrupted", _INTERRUPTED) from error
        return result


@contextmanager
def _visible_echo() -> Iterator[None]:
    """Let `click.echo` show control characters as dots: names in files could hold commands."""
    echo = click.echo

    def shown(message: Any = None, *args: Any, **extra: Any) -> None:
        from obversi.formats.lines import visible

        echo(visible(message) if isinstance(message, str) else message, *args, **extra)

    click.echo = shown
    try:
        yield
    finally:
        click.echo = echo


def _open_closed_streams() -> None:
    """Connect streams that were closed when the command started to the null device.

    Otherwise the next file that is opened, such as a store, would get the number of a closed
    stream, and the processes of games would write their messages into it.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(null, True)
            setattr(sys, name, os.fdopen(null, mode, encoding="utf-8"))


def _discard_output() -> None:
    """Discard what is still in the buffer of stdout when the interpreter ends."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)


@contextmanager
def _warnings_in_one_line() -> Iterator[None]:
    """Print the warnings of the package like failures."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", ObversiWarning)
        show_another = warnings.showwarning

        def show(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            if issubclass(category, ObversiWarning):
                click.echo(f"obversi: {message}", err=True)
            else:
                show_another(message, category, filename, lineno, file, line)

        warnings.showwarning = show
        yield


_COMMANDS = {
    "Play": {
        "play": "Play a game in the terminal.",
        "web": "Play, analyse and study in a browser.",
        "watch": "Watch two agents play.",
        "connect": "Play on a game server, yourself or with an agent.",
        "puzzles": "Solve puzzles, and make them of games.",
    },
    "Analyse": {
        "show": "Show a position and its moves.",
        "analyse": "Show the best moves, their values and lines.",
        "solve": "Find the exact margin of positions.",
        "review": "Show where a game was won and lost.",
        "explain": "Explain the values that evaluations give a position.",
        "tree": "Show what a textbook search does, step by step.",
        "book": "Look up openings, and make books.",
    },
    "Compete": {
        "agents": "List the agents, or describe one of them.",
        "match": "Show which of two agents is stronger, and how sure that is.",
        "games": "Play thousands of games of two quick agents, for statistics.",
        "arena": "Play stored tournaments of many agents, and rate them.",
        "judge": "Test the agents of a course, and run its contest.",
    },
    "Experiment": {
        "lab": "Run experiments with error bars, and tune evaluations.",
        "perft": "Count lines of play.",
        "bench": "Measure the speed of the rules and the search.",
    },
    "Learn": {
        "train": "Learn an evaluation from nothing, with one command.",
        "training": "Do single steps of learning, with all their options.",
    },
    "Serve": {
        "serve": "Let people and agents play over the network.",
        "site": "Write the browser app as files that need no server.",
        "board_programs.nboard": "Serve a board program that speaks NBoard.",
        "board_programs.gtp": "Serve a board program that speaks GTP.",
    },
    "Files": {
        "convert": "Write games and positions in another format.",
        "db": "Collect games, and search them by player, opening and position.",
    },
}


@click.group(
    cls=_CommandLine,
    package="obversi.cli",
    sections=_COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
    epilog=examples(
        "obversi play                      you against the engine, in the terminal",
        "obversi analyse f5d6c3            the value of each move, and what is best now",
        "obversi show f5d6c3               the board after three moves",
        "obversi COMMAND --help            all about one command",
    ),
)
@click.version_option(__version__, message=f"obversi %(version)s, core {VARIANT}")
def main() -> None:
    """Play and study Reversi and reversed Reversi on 4×4, 6×6 and 8×8."""
