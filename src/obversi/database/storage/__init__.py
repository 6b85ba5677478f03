"""Where a game database is stored: one interface, a file and PostgreSQL behind it."""
