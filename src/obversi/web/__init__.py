"""The browser app: its pages, what they ask for by HTTP, and the door to the game server.

No name is shared from here: the modules need FastAPI, which nothing else of the package does.
"""

__all__: list[str] = []
