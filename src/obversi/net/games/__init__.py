"""The games of a server: who plays, what was played, and who is told; without connections.

No name is shared from here: `obversi.net.lobby` is the door.
"""

__all__: list[str] = []
