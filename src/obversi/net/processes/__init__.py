"""Several processes that serve the same games: leases of games, and messages over a bus."""
