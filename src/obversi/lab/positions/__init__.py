"""Positions to measure on, and what their moves are worth."""
