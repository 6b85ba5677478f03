"""Studies: games with variations, comments and drawings, stored on the server."""
