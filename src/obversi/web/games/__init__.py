"""Boards from requests, positions for the pages, games from texts and files."""
