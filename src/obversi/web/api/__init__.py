"""The HTTP API: one module for each family of endpoints, with a `router` that the app includes."""

__all__: list[str] = []
