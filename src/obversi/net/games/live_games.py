"""All live games of a server, and those among them that wait for an opponent."""

import logging
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import islice

from obversi.board import Board
from obversi.color import BLACK, WHITE, Color
from obversi.net.games.context import Peer, RequestRejectedError, ServerContext
from obversi.net.games.game import Game, new_game_id
from obversi.net.games.live_game import LiveGame
from obversi.net.limits import TokenBuckets
from obversi.net.stored_game import StoredMove, StoredSeat, StoredServerGame
from obversi.wire.session import ClockSetting, ErrorCode, Join

_LOG = logging.getLogger("obversi.net")


def requested_color(request: str, default: Color) -> Color:
    """Return the colour that a player requests, or the default for "any"."""
    return {"black": BLACK, "white": WHITE}.get(request, default)


class WaitingGames:
    """The games with a free seat, by their settings."""

    def __init__(self) -> None:
        """Start without games."""
        self._by_settings: dict[Hashable, dict[str, LiveGame]] = {}

    def __len__(self) -> int:
        """Return the number of games."""
        return sum(map(len, self._by_settings.values()))

    def add(self, live: LiveGame) -> None:
        """Add a game."""
        game = live.game
        settings = game_settings(game.board, game.clocks.setting, game.rated)
        self._by_settings.setdefault(settings, {})[game.id] = live

    def discard(self, live: LiveGame) -> None:
        """Remove a game, if it is there."""
        game = live.game
        settings = game_settings(game.board, game.clocks.setting, game.rated)
        games = self._by_settings.get(settings, {})
        games.pop(live.game.id, None)
        if not games:
            self._by_settings.pop(settings, None)

    def has(self, settings: Hashable) -> bool:
        """Whether a public game with these settings waits."""
        games = self._by_settings.get(settings, {}).values()
        return any(not live.game.private for live in games)

    def listed(self) -> list[LiveGame]:
        """Return the public games whose first player is connected."""
        games = (live for games in self._by_settings.values() for live in games.values())
        return [live for live in games if not (live.game.private or _is_away(live))]

    def fitting(
        self, request: Join, board: Board, peer: Peer, person: int | None
    ) -> LiveGame | None:
        """Return the oldest game that fits the request of a client for an opponent."""
        settings = game_settings(board, request.clock, request.rated)
        for live in self._by_settings.get(settings, {}).values():
            [seat] = live.game.seats.values()
            if live.game.private or seat.peer is None or seat.peer is peer:
                continue
            if request.rated and seat.who.person in (None, person):
                continue
            if live.game.flexible or requested_color(request.color, -seat.color) != seat.color:
                return live
        return None


def game_settings(board: Board, clock: ClockSetting | None, rated: bool) -> Hashable:
    """Return what two players have to agree on."""
    return board.root().to_string(), board.rules, tuple(board.move_stack), clock, rated


def _is_away(live: LiveGame) -> bool:
    return any(seat.is_away for seat in live.game.seats.values())


class LiveGames:
    """The games that wait or are played, within the limits of the server."""

    def __init__(self, context: ServerContext, on_over: Callable[[LiveGame], None]) -> None:
        """Start without games; `on_over` is called with each game that is over."""
        self._context = context
        self._on_over = on_over
        self._games: dict[str, LiveGame] = {}
        self.per_address: Counter[str] = Counter()
        self.elsewhere: Counter[str] = Counter()  # the same in other processes
        limits = context.limits
        self.new_games = TokenBuckets(limits.new_games_per_minute / 60, limits.new_games_at_once)
        self.waiting = WaitingGames()

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self._games)

    def __iter__(self) -> Iterator[LiveGame]:
        """Go through the games, the oldest first."""
        return iter(self._games.values())

    def get(self, id: str) -> LiveGame | None:
        """Return a game by its id, if it is not over."""
        return self._games.get(id)

    def open(
        self,
        board: Board,
        seats: dict[Color, StoredSeat],
        clock: ClockSetting | None,
        address: str,
        *,
        private: bool = False,
        flexible: bool = False,
        rated: bool = False,
    ) -> LiveGame:
        """Store a new game from a board, for a client at an address."""
        self._check_limits(address)
        stored = StoredServerGame(
            id=new_game_id(),
            position=board.root().to_string(),
            rules=board.rules,
            black=seats.get(BLACK),
            white=seats.get(WHITE),
            moves=tuple(map(StoredMove, board.move_stack)),
            opening=board.ply,
            clock=clock,
            private=private,
            flexible=flexible,
            rated=rated,
        )
        with self._context.measures.writing():
            self._context.store.add(stored)
        names = [seats[color].name if color in seats else "(free)" for color in (BLACK, WHITE)]
        size = f"{board.size}×{board.size}"
        _LOG.info("%s: %s against %s, %s rules, %s", stored.id, *names, board.rules, size)
        live = self._add(stored, address)
        if not live.game.is_waiting:
            live.note_begun()
        return live

    def restore(self) -> tuple[list[LiveGame], list[str]]:
        """Load the unfinished games of the store; return them, and the problems of others."""
        games, problems = self._context.store.unfinished()
        return [self.load(stored) for stored in games], problems

    def load(self, stored: StoredServerGame) -> LiveGame:
        """Have an unfinished game of the store."""
        return self._add(stored)

    def drop(self, live: LiveGame) -> None:
        """Forget a game without an end."""
        live.close()
        self._remove(live)

    def listed(self, most: int) -> list[LiveGame]:
        """Return the public games: those that wait first, then the newest."""
        waiting = self.waiting.listed()[:most]
        played = (
            live
            for live in reversed(self._games.values())
            if not (live.game.is_waiting or live.game.private or live.is_paused)
        )
        return waiting + list(islice(played, most - len(waiting)))

    def _add(self, stored: StoredServerGame, address: str = "") -> LiveGame:
        game = Game(stored, self._context.now, self._context.input_time)
        live = LiveGame(game, self._context, self._over)
        live.address = address
        self._games[stored.id] = live
        self.per_address[address] += 1
        if live.game.is_waiting:
            self.waiting.add(live)
        return live

    def _over(self, live: LiveGame) -> None:
        self._remove(live)
        self._on_over(live)

    def _remove(self, live: LiveGame) -> None:
        del self._games[live.game.id]
        self.waiting.discard(live)
        self.per_address[live.address] -= 1
        if not self.per_address[live.address]:
            del self.per_address[live.address]

    def _check_limits(self, address: str) -> None:
        limits = self._context.limits
        reason = ""
        if len(self) >= limits.games:
            reason = f"the server has {len(self)} games, which is its maximum"
        elif self.per_address[address] + self.elsewhere[address] >= limits.games_per_address:
            reason = "too many games were started from your address"
        elif not self.new_games.take(address, self._context.now()):
            most = f"{limits.new_games_per_minute:g} games per minute"
            reason = f"at most {most} can be started from your address: try again later"
        if reason:
            raise RequestRejectedError(ErrorCode.BUSY, reason)
