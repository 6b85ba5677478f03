"""The engine pool: worker threads that choose moves and analyse positions for all clients."""

__all__: list[str] = []
