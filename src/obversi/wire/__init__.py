"""Codecs of protocols: they make messages of texts, and texts of messages.

Nothing here reads or writes. Both ends of a protocol use the same module. A protocol is loaded when
it is needed: ``from obversi.wire import session``.
"""
