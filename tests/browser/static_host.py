"""A plain host of files, for the site without a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any


class QuietHandler(SimpleHTTPRequestHandler):
    """Prints nothing, and shows the page for addresses without a file, as many hosts do."""

    def log_message(self, *_: Any) -> None:
        """Print nothing."""

    def send_head(self) -> Any:
        """Answer with the file, or with the page of the app for an address of the app."""
        if "." not in self.path and not Path(self.translate_path(self.path)).exists():
            self.path = "/404.html"
        return super().send_head()


class Host(ThreadingHTTPServer):
    """A plain host of files; a page asks for dozens at once."""

    request_queue_size = 128

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_port}"


@contextmanager
def hosted(folder: Path) -> Iterator[Host]:
    """Serve the files of a folder until the end of the block."""
    with Host(("127.0.0.1", 0), partial(QuietHandler, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
