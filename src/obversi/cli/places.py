"""Where games are stored, by a server or in a collection: a file, or a database by its address."""

from pathlib import Path
from typing import Any

import click

from obversi.cli import options
from obversi.errors import InputError
from obversi.sql.interface import Place, address_label, is_postgres


class _Address(click.ParamType[str]):
    """An address that begins with a scheme."""

    name = "address"

    def __init__(self, *schemes: str) -> None:
        self._schemes = schemes

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check the beginning."""
        if not str(value).startswith(tuple(f"{scheme}://" for scheme in self._schemes)):
            self.fail(f"{value!r} does not begin with {self._schemes[0]}://", param, ctx)
        return str(value)


class GameDatabasePath(click.Path):
    """A file, or the address of a PostgreSQL database with the games of `obversi db`."""

    def __init__(self) -> None:
        """Take any path; its file is checked later."""
        super().__init__(path_type=Path)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path | str:
        """Return a path, or an address as it is."""
        if is_postgres(value):
            return str(value)
        if "://" in str(value):
            shown = address_label(str(value))
            self.fail(f"{shown!r} is no file, and does not begin with postgresql://", param, ctx)
        super().convert(value, param, ctx)  # an impossible path is an error
        return Path(value)


#: The game database that a command is about.
game_database_argument = click.argument("file", type=GameDatabasePath())


def game_database_option(*names: str, **settings: Any) -> Any:
    """Return an option for a game database."""
    return click.option(*names, type=GameDatabasePath(), metavar="FILE", **settings)


def address_option(name: str, *schemes: str, **settings: Any) -> Any:
    """Return an option for an address with one of these schemes."""
    return click.option(name, type=_Address(*schemes), metavar="ADDRESS", **settings)


#: The file of games, the database instead of it, and the bus of several processes.
place_options = options.all_of(
    options.games_database_option,
    address_option(
        "--store",
        *("postgresql", "postgres"),
        envvar="OBVERSI_STORE",
        help="Store everything in this PostgreSQL database instead of files, for example"
        " postgresql://host/name; also set by $OBVERSI_STORE.",
    ),
    address_option(
        "--bus",
        *("redis", "rediss", "unix"),
        envvar="OBVERSI_BUS",
        help="Share the database with other processes, by messages over this Redis or Valkey, for"
        " example redis://host; also set by $OBVERSI_BUS.",
    ),
)


#: The cluster that searches instead of this machine.
engine_option = address_option(
    "--engine",
    *("tcp", "tls"),
    envvar="OBVERSI_ENGINE",
    help="Search on the workers of this Dask scheduler, for example tcp://host:8786; also set by"
    " $OBVERSI_ENGINE.",
)


def chosen_place(database: Path, store: str | None, bus: str | None) -> Path | str:
    """Return where to store games; options count more than the environment."""
    context = click.get_current_context()
    typed = [
        context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        for name in ("database", "store")
    ]
    if all(typed):
        raise InputError("--store is a database, and --db a file: use one of them")
    place = database if store is None or typed[0] else store
    if bus is not None and isinstance(place, Path):
        raise InputError("--bus needs --store: several processes share a database, not a file")
    return place


def label_of(place: Place) -> str:
    """Return a file, or an address without its password."""
    return address_label(place) if isinstance(place, str) else str(place)
