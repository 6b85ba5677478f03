"""Protocol sessions: the engine for other programs, line by line.

`nboard` and `gtp` are for board programs, `analysis` for tools. Each has a session that handles
incoming lines and sends replies; the caller connects it to streams.
"""
