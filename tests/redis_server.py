"""A Redis or Valkey server of the system's package, started for the tests and ended after them."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
from programs import skip_without

_PROGRAMS = ("valkey-server", "redis-server")


class RedisServer:
    """A server with a socket in a folder of its own."""

    def __init__(self, program: str, folder: Path) -> None:
        self._program, self._socket = program, folder / "redis.sock"
        self.address = f"unix://{self._socket}"
        self.start()

    def start(self) -> None:
        command = [self._program, "--port", "0", "--unixsocket", str(self._socket), "--save", ""]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        with redis.Redis.from_url(self.address) as client:
            while True:
                try:
                    client.ping()
                    return
                except redis.ConnectionError:
                    assert self.process.poll() is None, "the server has not started"
                    time.sleep(0.01)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """Have a server until the end of the block; raise LookupError where there is none."""
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None:
        raise LookupError("Redis is not installed: install the package redis-server or valkey")
    with tempfile.TemporaryDirectory(prefix="obversi-redis-") as folder:
        server = RedisServer(program, Path(folder))
        try:
            yield server
        finally:
            server.kill()


@pytest.fixture
def bus() -> Iterator[RedisServer]:
    """A server for one test, which may end it."""
    try:
        with redis_server() as server:
            yield server
    except LookupError as error:
        skip_without("Redis", str(error))
