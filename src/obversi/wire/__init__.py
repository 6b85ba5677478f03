"""Protocols that programs speak, as codecs: texts become messages and messages texts.

Nothing here reads or writes. Both ends of a protocol, the one that commands and the one that
answers, use the same module. A protocol is loaded when it is spoken:
``from obversi.wire import session``.
"""

from obversi.wire.line_buffer import LineBuffer

__all__ = ["LineBuffer"]
