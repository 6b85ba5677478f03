"""Tournaments and experiments that browsers start, one at a time, in a process of its own."""
