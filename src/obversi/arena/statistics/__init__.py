"""Statistics of matches and tournaments: Elo, ratings, intervals, SPRT, standings."""
