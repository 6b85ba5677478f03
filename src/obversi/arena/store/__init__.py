"""Stored tournaments: each game is in a SQLite file as soon as it ends."""

from obversi.arena.store.export import EXPORTS, export
from obversi.arena.store.store import USUAL_FILE, Store
from obversi.arena.store.stored import AgentChange, StoredTournament

__all__ = ["EXPORTS", "USUAL_FILE", "AgentChange", "Store", "StoredTournament", "export"]
