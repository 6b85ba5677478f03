"""What counts as one address: what one stranger can easily have."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

__all__ = ["home_of"]

# Everybody who has one address of the sixth version has all that begin with the same bits.
_HOME_BITS: Final = 64


def home_of(host: str) -> str:
    """Return what a host is counted by: its address, or the network that it has for itself.

    >>> home_of("192.0.2.7"), home_of("::ffff:192.0.2.7"), home_of("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        address: IPv4Address | IPv6Address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    if address.is_loopback:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address), _HOME_BITS), strict=False))
