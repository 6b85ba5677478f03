"""The command ``obversi``: one module a command, and here what they have in common."""

import io
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import click

from obversi import __version__
from obversi.cli.closed_streams import open_closed_streams
from obversi.cli.lazy_group import LazyGroup
from obversi.cli.options import examples
from obversi.errors import MachineError, ObversiError, ObversiWarning

__all__ = ["main"]

_WRONG_INPUT, _CLOSED_PIPE, _NO_FAULT_OF_THE_INPUT = 2, 1, 1


class _Failure(click.ClickException):
    """Input that cannot be used, or a file that cannot be read or written."""

    exit_code = _WRONG_INPUT


class _MachineFailure(click.ClickException):
    """Something that this machine does not give, whatever the input is."""

    exit_code = _NO_FAULT_OF_THE_INPUT


class _Interrupted(click.ClickException):
    """The end by Ctrl-C, with the exit status that shells give it."""

    exit_code = 130


class _CommandLine(LazyGroup):
    """A group of commands whose every failure is one line on stderr and an exit status."""

    package = "obversi.cli"
    names = (
        *("play", "web", "watch", "review", "analyse", "solve", "match", "arena", "judge", "games"),
        *("lab", "agents", "nboard", "gtp", "serve", "connect", "show", "explain", "convert"),
        *("train", "training", "perft", "bench"),
    )

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command line and exit."""
        extra["standalone_mode"] = False
        extra["prog_name"] = "obversi"
        open_closed_streams()
        try:
            status = super().main(*args, **extra)
        except click.ClickException as error:
            is_own = isinstance(error, _Interrupted | _MachineFailure)
            status = error.exit_code if is_own else _WRONG_INPUT
            click.echo(f"obversi: {' '.join(error.format_message().split())}", err=True)
        sys.exit(status or 0)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and turn what stops it into a failure."""
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                # What cannot be read or shown becomes another letter instead of an error.
                stream.reconfigure(errors="replace")
        try:
            with _warnings_in_one_line():
                result = super().invoke(ctx)
            sys.stdout.flush()
        except MachineError as error:
            raise _MachineFailure(str(error)) from error
        except ObversiError as error:
            raise _Failure(str(error)) from error
        except BrokenPipeError:
            _discard_output()
            ctx.exit(_CLOSED_PIPE)
        except OSError as error:
            reason = error.strerror or str(error)
            raise _Failure(f"{error.filename}: {reason}" if error.filename else reason) from error
        except KeyboardInterrupt as error:
            if sys.stderr.isatty():
                click.echo(err=True)  # ends the line on which the terminal shows ^C
            raise _Interrupted("interrupted") from error
        return result


@contextmanager
def _warnings_in_one_line() -> Iterator[None]:
    """Show the warnings of the package as the command shows its failures."""
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


def _discard_output() -> None:
    """Let what is still waiting to be written vanish when the interpreter ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


@click.group(
    cls=_CommandLine,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        "obversi play                      you against the engine, in the terminal",
        "obversi analyse f5d6c3            what each move was worth, and what is best now",
        "obversi show f5d6c3               the board after three moves",
        "obversi COMMAND --help            all about one command",
    ),
)
@click.version_option(__version__, message="obversi %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Play and study Reversi and reversed Reversi on 4×4, 6×6 and 8×8."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
