"""The arena's tournaments as they are answered, also while they are played."""

__all__: list[str] = []
