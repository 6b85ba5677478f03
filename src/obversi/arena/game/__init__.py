"""One game of a match or a tournament: what is planned, how it is played, what is kept of it."""
