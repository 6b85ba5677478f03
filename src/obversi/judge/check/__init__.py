"""The check of a file before it is handed in."""
