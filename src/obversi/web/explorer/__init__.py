"""The opening explorer: a position in books and played games, and a game by the book."""
