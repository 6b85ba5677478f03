"""A game in the terminal: its state, its prompt, and advice from the engine."""
