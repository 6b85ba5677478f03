"""The page on other programs: what it tells is so."""

import re
from pathlib import Path

import click
import pytest

import obversi as ob
from obversi.cli.gtp import gtp_command
from obversi.cli.nboard import nboard_command
from obversi.serve.gtp import GtpSession
from obversi.serve.player import Player
from obversi.wire.analysis_lines import parse_request

PAGE = (Path(__file__).parents[2] / "docs" / "board-programs.md").read_text(encoding="utf-8")


def rows(head: str) -> str:
    """The table whose first line begins so."""
    return PAGE.partition(f"| {head} |")[2].partition("\n\n")[0]


def test_every_command_of_gtp_is_told(engine: ob.Engine) -> None:
    table = "".join(line.split("|")[1] for line in rows("command | what it does").splitlines()[2:])
    told = {words.split()[0] for words in re.findall(r"`([^`]+)`", table)}
    response = GtpSession(Player(engine)).hear("list_commands")
    assert response is not None
    assert told == set(response.text.split())


@pytest.mark.parametrize("command", [nboard_command, gtp_command])
def test_every_option_is_told(command: click.Command) -> None:
    told = set(re.findall(r"^\| `(--[a-z-]+)` \|", PAGE, re.MULTILINE))
    assert told == {name for option in command.params for name in option.opts}


def test_every_field_of_a_request_is_told() -> None:
    told = set(re.findall(r"^\| `([a-z]+)` \|", rows("field of a request"), re.MULTILINE))
    with pytest.raises(ob.FormatError) as caught:
        parse_request('{"id": 1, "qqq": 1}')
    known = str(caught.value).partition("expected ")[2].split(" or ")
    assert told == {"id", *known}
