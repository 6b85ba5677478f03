"""Games at a server far away, in the terminal."""

__all__: list[str] = []
