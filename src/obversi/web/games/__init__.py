"""Boards from requests, positions for the pages, games from texts and files."""

__all__: list[str] = []
