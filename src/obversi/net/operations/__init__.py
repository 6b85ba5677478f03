"""What the operator of a server sees: readiness, metrics and events for a log."""
