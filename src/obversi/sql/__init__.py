"""The tables of a server: one interface, and the two databases behind it."""
