"""Events of a server for a log that programs read: a name and fields, without personal data."""

from typing import Any

#: The attributes of a log record that has an event.
EVENT = "obversi_event"
FIELDS = "obversi_fields"


def event(name: str, **fields: str | int | float | bool | None) -> dict[str, Any]:
    """Return the `extra` of a log record: the name of an event and its fields.

    Names, addresses, keys and tokens of clients must not be among the fields.

    >>> event("move_stored", game="g1", ply=3)
    {'obversi_event': 'move_stored', 'obversi_fields': {'game': 'g1', 'ply': 3}}
    """
    return {EVENT: name, FIELDS: fields}
