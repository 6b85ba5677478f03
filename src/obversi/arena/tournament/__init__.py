"""Who meets whom, how often, and what comes of it."""
