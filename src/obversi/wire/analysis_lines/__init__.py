"""Analyses for tools, as JSON: one request or answer a line.

A tool asks ``{"id": "a1", "moves": "f5d6c3", "limit": {"depth": 12}, "top": 3}`` and hears what was
found about the position, with the same id. Answers to several requests come in any order. What the
fields mean is in docs/board-programs.md.
"""

from obversi.wire.analysis_lines.answers import (
    VERSION,
    Answer,
    Found,
    Refusal,
    Standing,
    Terminated,
    VersionTold,
)
from obversi.wire.analysis_lines.requests import (
    Analyse,
    AskStatus,
    AskVersion,
    Defaults,
    Id,
    Request,
    RequestError,
    Terminate,
    parse_request,
)

__all__ = [
    "VERSION",
    "Analyse",
    "Answer",
    "AskStatus",
    "AskVersion",
    "Defaults",
    "Found",
    "Id",
    "Refusal",
    "Request",
    "RequestError",
    "Standing",
    "Terminate",
    "Terminated",
    "VersionTold",
    "parse_request",
]
