"""Protocol loops: the engine at the service of other programs, line by line.

`nboard` and `gtp` are for boards, `analysis` for tools. Each has a session that hears lines and
says lines; where those come from and go to is for the caller to choose.
"""

__all__: list[str] = []
