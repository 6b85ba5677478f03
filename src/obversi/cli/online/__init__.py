"""Games on a server, in the terminal."""
