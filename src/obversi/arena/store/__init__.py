"""Where tournaments are kept: each game as it ends, in a file that survives what happens to us."""

from obversi.arena.store.agent_change import AgentChange
from obversi.arena.store.export import EXPORTS, export
from obversi.arena.store.store import USUAL_FILE, Store
from obversi.arena.store.stored import StoredTournament

__all__ = ["EXPORTS", "USUAL_FILE", "AgentChange", "Store", "StoredTournament", "export"]
