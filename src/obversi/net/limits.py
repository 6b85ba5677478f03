"""The limits of a server, so that no client takes what all clients need."""

from collections import Counter
from dataclasses import dataclass, fields
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from obversi.arguments import is_positive
from obversi.errors import InputError

# With more buckets than this, those that are full are removed: a new one would be the same.
_MOST_BUCKETS = 1000

# An IPv6 client owns all addresses that begin with the same bits.
_IPV6_CLIENT_BITS = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerLimits:
    """The limits of a server; times are in seconds."""

    connections: int = 3000
    connections_per_address: int = 400
    line_bytes: int = 4096
    unsent_bytes: int = 256 * 1024  # of a client that does not read
    messages_per_second: float = 30.0
    burst: int = 120  # messages at once: a program plays quickly
    hello_seconds: float = 10.0
    idle_seconds: float = 900.0  # for a client without a game
    silent_seconds: float = 3600.0  # for a client that plays without a clock, waits or watches
    games: int = 5000
    games_per_address: int = 1000  # started from there and not over
    new_games_per_minute: float = 600.0  # from an address
    new_games_at_once: int = 600
    stored_games: int = 1_000_000
    games_per_client: int = 20  # to play, and the same number to watch
    spectators: int = 200  # of a game
    followers: int = 200  # of the list of games
    phrases_per_minute: float = 20.0  # of a player
    phrases_at_once: int = 5
    absence_seconds: float = 600.0  # for a lost player, if another person or a clock waits
    paused_games: int = 500  # that wait for their only player
    restart_seconds: float = 60.0  # until clocks run again after a restart
    think_seconds: float = 10.0
    analysis_seconds: float = 10.0
    review_seconds: float = 2.0  # for each position of a game
    analyses_per_client: int = 2  # reviews included

    def __post_init__(self) -> None:
        """Reject limits that allow nothing."""
        for field in fields(self):
            value = getattr(self, field.name)
            if not is_positive(value):
                raise InputError(
                    f"the limit {field.name!r} cannot be {value}: expected a number above 0"
                )


class TokenBucket:
    """A rate limiter: each event takes a token, and tokens come back at a steady rate.

    >>> bucket = TokenBucket(per_second=2, burst=3, now=0.0)
    >>> [bucket.take(0.0) for _ in range(4)]
    [True, True, True, False]
    >>> bucket.take(0.5), bucket.take(0.5)
    (True, False)
    """

    def __init__(self, per_second: float, burst: int, now: float) -> None:
        """Start with a full bucket, for `burst` events at once."""
        self._per_second, self._burst = per_second, burst
        self._tokens, self._since = float(burst), now

    def take(self, now: float) -> bool:
        """Take a token if there is one."""
        self._fill(now)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def drain(self, tokens: int, now: float) -> None:
        """Take some tokens, as far as there are some."""
        self._fill(now)
        self._tokens = max(self._tokens - tokens, 0.0)

    def is_full(self, now: float) -> bool:
        """Whether no event has happened for a while."""
        self._fill(now)
        return self._tokens >= self._burst

    def _fill(self, now: float) -> None:
        gained = (now - self._since) * self._per_second
        self._tokens, self._since = min(self._tokens + gained, self._burst), now


class TokenBuckets:
    """A token bucket for each key, such as an address."""

    def __init__(self, per_second: float, burst: int) -> None:
        """Start without buckets."""
        self._per_second, self._burst = per_second, burst
        self._buckets: dict[str, TokenBucket] = {}
        self._most_buckets = _MOST_BUCKETS
        #: The tokens that were taken, for processes that share the limit; None if there are none.
        self.taken: Counter[str] | None = None

    def take(self, key: str, now: float) -> bool:
        """Take a token from the bucket of a key if there is one."""
        if not self._bucket(key, now).take(now):
            return False
        if self.taken is not None:
            self.taken[key] += 1
        return True

    def take_elsewhere(self, key: str, tokens: int, now: float) -> None:
        """Count tokens that another process has taken."""
        self._bucket(key, now).drain(tokens, now)

    def _bucket(self, key: str, now: float) -> TokenBucket:
        if key not in self._buckets:
            if len(self._buckets) >= self._most_buckets:
                self._remove_full(now)
            self._buckets[key] = TokenBucket(self._per_second, self._burst, now)
        return self._buckets[key]

    def _remove_full(self, now: float) -> None:
        in_use = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
        self._buckets = in_use
        self._most_buckets = max(2 * len(in_use), _MOST_BUCKETS)


def client_key(host: str) -> str:
    """Return what limits count by: an IPv4 address, or the /64 that an IPv6 client owns.

    >>> client_key("192.0.2.7"), client_key("::ffff:192.0.2.7"), client_key("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        address: IPv4Address | IPv6Address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address) or address.is_loopback:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address), _IPV6_CLIENT_BITS), strict=False))
