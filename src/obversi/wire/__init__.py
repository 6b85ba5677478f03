"""Protocols that programs speak, as codecs: texts become messages and messages texts.

Nothing here reads or writes. Both ends of a protocol, the one that commands and the one that
answers, use the same module.
"""

from obversi.wire import gtp, nboard
from obversi.wire.line_buffer import LineBuffer

__all__ = ["LineBuffer", "gtp", "nboard"]
