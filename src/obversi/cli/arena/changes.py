"""Whether agents are still those that played the games of a tournament so far."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from obversi.arena.store import Store, StoredTournament
from obversi.arena.store.agent_change import differences
from obversi.errors import ObversiError

__all__ = ["change_notes", "refuse_changes"]

Identities = Sequence[Mapping[str, Any]]


def refuse_changes(store: Store, stored: StoredTournament, now: Identities) -> None:
    """Refuse to go on with other agents than those of the games that are there."""
    for note in change_notes(store, stored, now):
        raise ObversiError(f"{note}; --changed goes on all the same")


def change_notes(store: Store, stored: StoredTournament, now: Identities) -> Iterator[str]:
    """Tell which agents have changed since they were last to play, and what of them."""
    before = store.last_identities(stored.number)
    for entrant, old, new in zip(stored.settings.entrants, before, now, strict=True):
        # Of what is now, too, only that counts which JSON keeps.
        changed = ", ".join(differences(old, json.loads(json.dumps(new))))
        if changed:
            yield (
                f"the agent {entrant.label!r} has changed since tournament {stored.number} "
                f"was last played ({changed})"
            )
