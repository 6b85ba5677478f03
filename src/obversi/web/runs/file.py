"""The file of the runs: a list in JSON, which is replaced as a whole."""

import logging
from collections.abc import Iterable
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from obversi.errors import ObversiError
from obversi.formats.saving import write_whole
from obversi.web.runs.models import StoredRun

_RUNS = TypeAdapter(list[StoredRun])

_LOG = logging.getLogger(__name__)


class RunFile:
    """Stores runs; a file that cannot be read or written is logged, and does not stop a run.

    It has only the data for the list of runs. Games and results are stored elsewhere.
    """

    def __init__(self, path: Path) -> None:
        """Set the file, which need not exist."""
        self._path = path

    def read(self) -> list[StoredRun]:
        """Return the runs in their order; none if they cannot be read."""
        try:
            return _RUNS.validate_json(self._path.read_bytes())
        except FileNotFoundError:
            return []
        except (OSError, ValidationError) as error:
            _LOG.warning("the runs in %s cannot be read: %s", self._path, error)
            return []

    def write(self, runs: Iterable[StoredRun]) -> None:
        """Replace the file; the moves of the running game are left out."""
        text = _RUNS.dump_json(list(runs), indent=1, exclude={"__all__": {"reply": {"game"}}})
        try:
            write_whole(self._path, text.decode() + "\n")
        except (OSError, ObversiError) as error:
            _LOG.warning("the runs cannot be stored in %s: %s", self._path, error)
