"""What pages ask for by HTTP: a module for each part, with a `router` that the app includes."""

__all__: list[str] = []
