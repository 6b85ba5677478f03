"""The HTTP API: one module for each family of endpoints, with a `router` that the app includes."""
