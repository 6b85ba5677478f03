"""A terminal for tests of what is drawn on stderr."""

import io
import time

# Long, for a machine that is busy with other tests.
_WAITING_SECONDS = 60.0


class Screen(io.StringIO):
    """A terminal that remembers everything that was written to it."""

    def isatty(self) -> bool:
        return True

    def wait_for(self, text: str) -> None:
        """Wait until a text was written."""
        deadline = time.monotonic() + _WAITING_SECONDS
        while text not in self.getvalue():
            assert time.monotonic() < deadline, self.getvalue()
            time.sleep(0.01)
