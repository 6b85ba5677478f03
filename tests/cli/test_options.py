"""Options that become one argument of a command."""

from dataclasses import dataclass

import click
from click.testing import CliRunner

from obversi.cli.options import all_of, grouped


@dataclass(frozen=True)
class _Point:
    x: int
    y: int

    def __post_init__(self) -> None:
        if self.x > 9:
            raise click.UsageError("too far")


_point_options = grouped(
    "point",
    _Point,
    click.option("--x", type=int, default=1, help="Right."),
    click.option("--y", type=int, default=2, help="Up."),
)


@click.command()
@click.argument("name")
@all_of(_point_options, click.option("--loud", is_flag=True))
@click.option("--last", default="z")
@click.pass_context
def _command(context: click.Context, name: str, point: _Point, loud: bool, last: str) -> None:
    click.echo(f"{context.info_name} {name} {point} {loud} {last}")


def _output(*arguments: str) -> str:
    return CliRunner().invoke(_command, arguments, prog_name="try").output


def test_grouped_options_become_one_argument() -> None:
    assert _output("a", "--y", "5") == "try a _Point(x=1, y=5) False z\n"


def test_grouped_options_keep_their_order_in_the_help() -> None:
    text = _output("--help")
    places = [text.index(option) for option in ("--x", "--y", "--loud", "--last")]
    assert places == sorted(places)


def test_an_error_of_the_group_is_a_usage_error() -> None:
    result = CliRunner().invoke(_command, ["a", "--x", "10"])
    assert result.exit_code == 2
    assert "too far" in result.output
