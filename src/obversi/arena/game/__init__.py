"""One game of a match or tournament: its plan, how it is played, and its result."""
