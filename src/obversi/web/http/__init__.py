"""The HTTP server: protocol, security, limits, static files and errors."""
