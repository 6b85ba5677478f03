"""The arena's tournaments as replies, also while they are running."""
