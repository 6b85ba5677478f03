"""Games over a network: the server, the games on it, and the clients."""

from typing import TYPE_CHECKING

from obversi.lazy import lazy_names

if TYPE_CHECKING:
    from obversi.net.client import Client
    from obversi.net.client_connection import ConnectionLostError, RejectedError
    from obversi.net.limits import ServerLimits
    from obversi.net.online_game import JoinedGame
    from obversi.net.server import Server, ServerSettings
    from obversi.net.store import GameStore
    from obversi.wire.session.fields import ClockSetting
else:
    __getattr__ = lazy_names(__name__)

__all__ = [
    "Client",
    "ClockSetting",
    "ConnectionLostError",
    "GameStore",
    "JoinedGame",
    "RejectedError",
    "Server",
    "ServerLimits",
    "ServerSettings",
]
