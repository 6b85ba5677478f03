"""Prints what is no text, what moves cursors, and what turns a page's letters around."""

import sys
from typing import Any

from hostile.honest import Honest


class AI(Honest):
    def go(self, chessboard: Any) -> None:
        super().go(chessboard)
        print("\x1b[2J\x1b]0;pwned\x07 \u202e reversed \u2066 <script>alert(1)</script> &amp; \0")
        sys.stdout.flush()
        sys.stdout.buffer.write(b"\xff\xfe\x80 no text \r\n")
        print("half a surrogate \ud800", file=sys.stderr)
