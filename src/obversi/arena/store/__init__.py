"""Stored tournaments: each game is in a SQLite file as soon as it ends."""
