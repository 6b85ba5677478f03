"""``obversi analyse --stream``: analyses for tools that ask by lines of JSON."""

import sys

from obversi.engine import Engine, Top
from obversi.limit import Limit
from obversi.serve.analysis import AnalysisSession
from obversi.serve.incoming import incoming_lines, is_file, reader
from obversi.serve.voice import Voice
from obversi.wire.analysis_lines import Defaults

__all__ = ["answer_requests"]


def answer_requests(
    threads: int, hash_mb: int, rules: str, size: int, limit: Limit, top: Top
) -> None:
    """Answer what comes on stdin until its end, and what is under way then too.

    Rules, size, limit and the number of best moves are for requests that do not say them.
    """
    defaults = Defaults(rules, size, limit, top)
    with (
        Engine(threads, hash_mb) as engine,
        AnalysisSession(engine, Voice(sys.stdout), defaults) as session,
    ):
        is_whole = is_file(sys.stdin)
        for line in incoming_lines(reader(sys.stdin)):
            if is_whole:  # nobody adds to it while it is read
                session.wait_for_room()
            session.hear(line)
        session.finish()
