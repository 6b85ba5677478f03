"""The opening explorer: what books and played games say of a position, and of a game."""
