"""Proxies that are trusted to report the addresses of clients."""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from obversi.errors import InputError


class TrustedProxies:
    """The proxies of the operator, by address or network.

    A proxy adds the address of its client at the end of the header X-Forwarded-For; what is before
    that, the client may have invented.

    >>> proxies = TrustedProxies(["10.0.0.0/8"])
    >>> proxies.client("10.0.0.1", ["203.0.113.9, 192.0.2.7"])
    '192.0.2.7'
    >>> proxies.client("192.0.2.8", ["192.0.2.7"])  # not a proxy of ours
    '192.0.2.8'
    """

    def __init__(self, networks: Iterable[str] = ()) -> None:
        """Trust these addresses and networks."""
        self._networks = [_network(text) for text in networks]

    def __contains__(self, address: object) -> bool:
        """Whether an address is that of a proxy."""
        if not self._networks:
            return False
        try:
            given = ip_address(str(address))
        except ValueError:
            return False
        return any(given in network for network in self._networks)

    def client(self, address: str, forwarded: Iterable[str]) -> str:
        """Return the address of the client behind a connection from an address.

        `forwarded` are the values of the headers X-Forwarded-For.
        """
        if address not in self:
            return address
        client = address
        for hop in reversed([hop.strip() for value in forwarded for hop in value.split(",")]):
            try:
                client = str(ip_address(hop))
            except ValueError:
                break  # the last proxy that we know
            if client not in self:
                break
        return client


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise InputError(f"{text!r} is not an address or a network, such as 10.0.0.0/8") from None
