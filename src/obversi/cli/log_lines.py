"""The log of a server as lines of JSON: one event a line, without personal data."""

import json
import logging
import traceback
from datetime import UTC, datetime

from obversi.errors import ObversiError
from obversi.net.operations.events import EVENT, FIELDS
from obversi.records import JsonObject

_FAILURE = "error"


class JsonLines(logging.Formatter):
    """Writes events with their fields, and failures.

    The text of a failure is its format without the values, which may be names and addresses of
    clients; errors of the package among them, such as those of the store, are written.
    """

    @staticmethod
    def has_line(record: logging.LogRecord) -> bool:
        """Whether a record is an event or a failure: other texts have names and addresses."""
        return hasattr(record, EVENT) or record.levelno >= logging.WARNING

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        name = getattr(record, EVENT, None)
        if name is not None:
            level = logging.getLevelName(max(record.levelno, logging.INFO))
            return _line(record.created, level, name, getattr(record, FIELDS))
        return _line(record.created, record.levelname, _FAILURE, _failure(record))

    def left_out(self, lines: int) -> str:
        """Return a line that says how many are left out."""
        now = datetime.now(UTC).timestamp()
        return _line(now, "warning", "left_out", {"lines": lines})


def _line(seconds: float, level: str, name: str, fields: JsonObject) -> str:
    time = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
    shown = {"time": time.replace("+00:00", "Z"), "level": level.lower(), "event": name, **fields}
    return json.dumps(shown, ensure_ascii=True)


def _failure(record: logging.LogRecord) -> JsonObject:
    fields: JsonObject = {"logger": record.name, "text": str(record.msg)}
    values = record.args if isinstance(record.args, tuple) else ()
    reasons = [str(value) for value in values if isinstance(value, ObversiError)]
    if reasons:
        fields["reason"] = "; ".join(reasons)
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        fields["exception"] = type(error).__name__
        fields["places"] = [
            f"{place.filename}:{place.lineno} {place.name}"
            for place in traceback.extract_tb(error.__traceback__)
        ]
    return fields
