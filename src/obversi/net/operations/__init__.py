"""What the operator of a server sees: readiness, metrics and events for a log."""

__all__: list[str] = []
