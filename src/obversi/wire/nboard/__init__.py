"""The NBoard protocol, by which Othello programs serve a board: one message a line.

The board sends commands such as ``set game (;GM[Othello]…;)`` and ``go``; the program replies
``=== D3/1.50/0.2`` and what it likes to tell besides. Either side ignores lines that it does not
know. Described in ntest's instructions/Protocol.htm, version 1 and what version 2 added.
"""

from obversi.wire.nboard.commands import (
    Analyze,
    Command,
    Go,
    Hello,
    Hint,
    Learn,
    Ping,
    Play,
    Quit,
    SetContempt,
    SetDepth,
    SetGame,
    parse_command,
)
from obversi.wire.nboard.replies import (
    Analysis,
    Best,
    Learned,
    Line,
    MyName,
    NodeStats,
    Pong,
    Reply,
    Status,
    parse_reply,
)

__all__ = [
    "Analysis",
    "Analyze",
    "Best",
    "Command",
    "Go",
    "Hello",
    "Hint",
    "Learn",
    "Learned",
    "Line",
    "MyName",
    "NodeStats",
    "Ping",
    "Play",
    "Pong",
    "Quit",
    "Reply",
    "SetContempt",
    "SetDepth",
    "SetGame",
    "Status",
    "parse_command",
    "parse_reply",
]
