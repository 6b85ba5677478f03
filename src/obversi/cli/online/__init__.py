"""Games on a server, in the terminal."""

__all__: list[str] = []
