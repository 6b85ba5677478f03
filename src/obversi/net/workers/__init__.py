"""The engine pool: worker threads that choose moves and analyse positions for all clients."""
