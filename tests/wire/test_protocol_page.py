"""The page on the protocol: its examples are messages, and it leaves nothing out."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from obversi.board import Board
from obversi.wire import session

PAGE = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text()
REQUESTS = re.findall(r"^> (\{.*\})$", PAGE, re.MULTILINE)
REPLIES = re.findall(r"^< (\{.*\})$", PAGE, re.MULTILINE)


def test_every_message_has_an_example() -> None:
    requests = {type(session.parse_request(text).request) for text in REQUESTS}
    replies = {type(session.parse_reply(text).reply) for text in REPLIES}
    assert requests == set(session.REQUESTS.values())
    assert replies == set(session.REPLIES.values())


@pytest.mark.parametrize("text", REPLIES)
def test_replies_are_as_the_server_writes_them(text: str) -> None:
    envelope = session.parse_reply(text)
    assert session.write(envelope.reply, envelope.id) == text


def test_the_game_is_one() -> None:
    starts = [envelope.reply for envelope in map(session.parse_reply, REPLIES)]
    start = next(reply for reply in starts if isinstance(reply, session.Start))
    board = Board.parse(start.board, start.rules)
    assert start.legal == tuple(board.legal_moves)
    for state in [reply for reply in starts if isinstance(reply, session.State)][:2]:
        assert state.flips == tuple(board.flips(state.move))
        board.push(state.move)
        assert state.board == board.to_string()
        assert (state.black_discs, state.white_discs) == (len(board.black), len(board.white))
    turns = [reply for reply in starts if isinstance(reply, session.Turn)]
    assert turns[1].legal == tuple(board.legal_moves)


@pytest.mark.parametrize("kind", [*session.REQUESTS.values(), *session.REPLIES.values()])
def test_every_field_is_named(kind: type) -> None:
    for field in fields(kind):
        assert f"`{field.name}`" in PAGE or f'"{field.name}"' in PAGE, field.name


@pytest.mark.parametrize("word", [*session.ErrorCode, *session.EndReason])
def test_every_code_has_a_row(word: str) -> None:
    assert f"\n| `{word}` |" in PAGE
