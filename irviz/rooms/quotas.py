"""Limits for each address, so that one machine cannot use up the server.

A school has one address, so each limit is as high as a school needs: `MAX_PEOPLE` people behind one address.
Behind a proxy, the address is the one that it forwards.
"""

from __future__ import annotations

from collections import Counter
from ipaddress import ip_address, ip_network
from math import ceil
from typing import TYPE_CHECKING, Any

from limits import parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_PEOPLE = 500
"""People behind one address, by default."""

LINES_PER_PERSON = 2
"""A phone that loses its line opens another before the first has ended."""

PEOPLE_PER_ROOM = 25
"""One address may open a room for each of so many people."""

GUESSES_PER_MINUTE = 60
"""Different wrong codes from one address; then it waits."""

OPENINGS_PER_ROOM = 1.5
"""Attempts to open a room in a minute, for each that an address may have; each takes a processor for a moment."""

_IPV6_NETWORK = 64  # bits; a machine has all addresses behind them


def read_client_address(scope: Mapping[str, Any]) -> str:
    """The network address that a request is counted for; for IPv6 that of a /64 network; empty where unknown.

    Example:
        >>> read_client_address({"client": ("192.0.2.7", 40000)}), read_client_address({"client": ("2001:db8::7", 1)})
        ('192.0.2.7', '2001:db8::/64')
        >>> read_client_address({})
        ''
    """
    host = (scope.get("client") or ("", 0))[0]
    try:
        address = ip_address(host)
    except ValueError:
        return str(host)
    return str(address if address.version == 4 else ip_network((address, _IPV6_NETWORK), strict=False))


class Quota:
    """Counts how many units of something, such as open streams, each network address holds.

    Args:
        most: The limit of units for one address.

    Example:
        >>> pages = Quota(2)
        >>> pages.take("192.0.2.7")
        >>> pages.take("192.0.2.7")
        >>> pages.is_full("192.0.2.7"), pages.is_full("192.0.2.8")
        (True, False)
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: Counter[str] = Counter()

    def is_full(self, address: str) -> bool:
        """Whether a network address has reached its limit."""
        return self._held[address] >= self.most

    def take(self, address: str) -> None:
        """Count one more unit for a network address."""
        self._held[address] += 1

    def holds_any(self, address: str) -> bool:
        """Whether a network address holds at least one unit."""
        return address in self._held

    def give_back(self, address: str) -> None:
        """Count one unit less for a network address."""
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]


class RateLimits:
    """Limits how often each network address opens rooms, and tries wrong room codes.

    Args:
        most_rooms: How many rooms an address may have.
    """

    def __init__(self, most_rooms: int) -> None:
        self._rates = MovingWindowRateLimiter(MemoryStorage())
        self._openings = parse(f"{ceil(most_rooms * OPENINGS_PER_ROOM)}/minute")
        self._guesses = parse(f"{GUESSES_PER_MINUTE}/minute")
        self._once = parse("1/minute")

    async def may_open(self, address: str) -> bool:
        """Count an attempt to open a room, and return whether it is within the limit."""
        return await self._rates.hit(self._openings, "open", address)

    async def may_guess(self, address: str) -> bool:
        """Whether a network address may try another room code."""
        return await self._rates.test(self._guesses, "guess", address)

    async def count_guess(self, address: str, code: str) -> None:
        """Count a wrong room code for a network address; the same code again within a minute does not count."""
        if await self._rates.hit(self._once, "code", address, code):
            await self._rates.hit(self._guesses, "guess", address)
