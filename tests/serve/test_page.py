"""The page on other programs: its tables are complete."""

import re
from pathlib import Path

import click
import pytest

import obversi as ob
from obversi.cli.board_programs import gtp_command, nboard_command
from obversi.serve.gtp import GtpSession
from obversi.serve.search import TimedEngine
from obversi.wire.analysis_lines import parse_request

PAGE = (Path(__file__).parents[2] / "docs" / "board-programs.md").read_text(encoding="utf-8")


def rows(head: str, text: str = PAGE) -> str:
    """Return the first table with this head, without the head."""
    return text.partition(f"| {head} |")[2].partition("\n\n")[0]


def test_every_gtp_command_is_documented(engine: ob.Engine) -> None:
    section = PAGE.partition("\n## GoGui")[2]
    table = "".join(
        line.split("|")[1] for line in rows("command | effect", section).splitlines()[2:]
    )
    documented = {words.split()[0] for words in re.findall(r"`([^`]+)`", table)}
    response = GtpSession(TimedEngine(engine)).handle("list_commands")
    assert response is not None
    assert documented == set(response.text.split())


@pytest.mark.parametrize("command", [nboard_command, gtp_command])
def test_every_option_is_documented(command: click.Command) -> None:
    documented = set(re.findall(r"^\| `(--[a-z-]+)` \|", PAGE, re.MULTILINE))
    assert documented == {name for option in command.params for name in option.opts}


def test_every_request_field_is_documented() -> None:
    documented = set(re.findall(r"^\| `([a-z]+)` \|", rows("field of a request"), re.MULTILINE))
    with pytest.raises(ob.FormatError) as caught:
        parse_request('{"id": 1, "qqq": 1}')
    known = str(caught.value).partition("expected ")[2].replace(" or ", ", ").split(", ")
    assert documented == {"id", *known}
