"""Games over a network: the server's room, how clients come to it, and the clients themselves.

No name is shared from here: the room, the transports and the client are modules of their own, and
who needs one of them does not load the others.
"""

__all__: list[str] = []
