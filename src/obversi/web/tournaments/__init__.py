"""The arena's tournaments as replies, also while they are running."""

__all__: list[str] = []
