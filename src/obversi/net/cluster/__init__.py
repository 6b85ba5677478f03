"""Several processes that serve the same games: who has which game, and how they talk."""
