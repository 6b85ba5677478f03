"""A PostgreSQL server of the system's package, started for the tests and ended after them."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from programs import skip_without

_FOLDERS = "/usr/lib/postgresql/*/bin", "/usr/local/bin", "/opt/homebrew/bin"

_INITIAL = ("-U", "obversi", "-E", "UTF8", "--locale=C", "-A", "trust", "--no-sync")

# PostgreSQL does not run as root.
_USERS = ("postgres", "nobody")


def _programs() -> Path | None:
    """Return the folder of the programs of the newest version, or None."""
    found = [path for folder in _FOLDERS for path in Path("/").glob(f"{folder[1:]}/initdb")]
    if not found and (program := shutil.which("initdb")):
        found = [Path(program)]
    if not found:
        return None
    return max(found, key=lambda path: [int(part) for part in path.parts if part.isdigit()]).parent


class PostgresServer:
    """A server with a socket in a folder of its own, and any number of databases."""

    def __init__(self, programs: Path, folder: Path, *settings: str) -> None:
        self._programs, self._folder = programs, folder
        self._user = _user()
        self._numbers = count(1)
        if self._user is not None:
            shutil.chown(folder, self._user)
        self._run("initdb", "-D", folder / "data", *_INITIAL)
        lines = ["listen_addresses = ''", f"unix_socket_directories = '{folder}'", *settings]
        with (folder / "data" / "postgresql.conf").open("a") as file:
            file.write("\n".join(lines) + "\n")
        self.start()

    def start(self) -> None:
        self._control("start", "-w", "-l", str(self._folder / "log"))

    def stop(self, mode: str = "fast") -> None:
        """End it; with the mode "immediate" as after a crash."""
        self._control("stop", "-m", mode)

    def restart(self) -> None:
        self.stop()
        self.start()

    def new_place(self) -> str:
        """Make room for new tables and return their address."""
        name = f"test{next(self._numbers)}"
        self.run_sql(f"CREATE SCHEMA {name}")
        return f"{self.address}&options=-csearch_path%3D{name}"

    def require_password(self, role: str) -> None:
        """Let a role connect with its password only."""
        rules = self._folder / "data" / "pg_hba.conf"
        rules.write_text(f"local all {role} scram-sha-256\n{rules.read_text()}")
        self.run_sql("SELECT pg_reload_conf()")
        with suppress(psycopg.OperationalError):
            while True:  # until the rule counts
                psycopg.connect(self.address.replace("obversi@", f"{role}@", 1)).close()

    def process_ids(self) -> list[int]:
        """Return the processes of the server."""
        first = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
        found = [first]
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                if int(path.read_text().rpartition(")")[2].split()[1]) == first:
                    found.append(int(path.parent.name))
        return found

    @property
    def address(self) -> str:
        return f"postgresql://obversi@/postgres?host={quote(str(self._folder), safe='')}"

    def run_sql(self, statement: str, address: str = "") -> list[Any]:
        """Run a statement, for the tables of an address, and return its rows."""
        with psycopg.connect(address or self.address, autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def _control(self, *words: str) -> None:
        self._run("pg_ctl", "-D", self._folder / "data", *words)

    def _run(self, program: str, *words: str | Path) -> None:
        done = subprocess.run(
            [self._programs / program, *words],
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE if program != "pg_ctl" else subprocess.DEVNULL,
            text=True,
            user=self._user,
            env=os.environ | {"LC_ALL": "C"},
            check=False,
        )
        if done.returncode:
            raise LookupError(f"PostgreSQL cannot be used here: {program} failed: {done.stderr}")


def _user() -> str | None:
    if os.geteuid() != 0:
        return None
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in _USERS if name in known)


@contextmanager
def postgres_server(*settings: str) -> Iterator[PostgresServer]:
    """Have a server until the end of the block; raise LookupError where there is none."""
    programs = _programs()
    if programs is None:
        raise LookupError("PostgreSQL is not installed: install the package postgresql")
    with tempfile.TemporaryDirectory(prefix="obversi-pg-", ignore_cleanup_errors=True) as folder:
        server = PostgresServer(programs, Path(folder), *settings)
        try:
            yield server
        finally:
            server.stop("immediate")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A server for all tests of a process; what it has written need not survive a power failure."""
    try:
        with postgres_server("fsync = off", "max_connections = 50") as server:
            yield server
    except LookupError as error:
        skip_without("PostgreSQL", str(error))


@pytest.fixture(params=["sqlite", "postgres"])
def store_place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a store can be: a file that does not exist, or a database without tables."""
    return _place(request, tmp_path)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def module_store_place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Path | str:
    """Where a store of all tests of a file can be."""
    return _place(request, tmp_path_factory.mktemp("store"))


def _place(request: pytest.FixtureRequest, folder: Path) -> Path | str:
    if request.param == "sqlite":
        return folder / "games.db"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_place()
