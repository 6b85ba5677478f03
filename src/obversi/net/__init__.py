"""Games over a network: the server, the games on it, and the clients.

Each module is imported by itself, so that a client does not load the server.
"""

__all__: list[str] = []
