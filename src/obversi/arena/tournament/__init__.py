"""Tournaments: settings, schedule, and the games in their order."""
