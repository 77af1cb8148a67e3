"""What one address may take of what all share, so that one machine cannot take everything.

A school has one address, so each share is as high as a school needs: `MAX_PEOPLE` people behind one address.
Behind a proxy, the address is the one that it forwards.
"""

from __future__ import annotations

from collections import Counter
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any

from limits import parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_PEOPLE = 500
"""That one address is taken for, by default."""

LINES_PER_PERSON = 2
"""A phone that loses its line opens another before the first has ended."""

PEOPLE_PER_ROOM = 25
"""One address opens a room for so many people at most."""

GUESSES_PER_MINUTE = 60
"""Different codes of rooms that are none, from one address; then it waits."""

OPENINGS_PER_MINUTE = 30
"""Attempts to open a room, from one address; each takes a processor for a moment."""

_IPV6_NETWORK = 64  # bits; a machine has all addresses behind them


def read_client_address(scope: Mapping[str, Any]) -> str:
    """Who asks, for counting: an address, or the network of one machine; empty where it is not known.

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
    """How much of something each address has just now.

    Args:
        most: That one address may have.

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
        """Whether an address has its share."""
        return self._held[address] >= self.most

    def take(self, address: str) -> None:
        """Count one more."""
        self._held[address] += 1

    def has(self, address: str) -> bool:
        """Whether an address has any."""
        return address in self._held

    def give_back(self, address: str) -> None:
        """Count one less."""
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]


class RateLimits:
    """How often each address tries to open a room, or codes of rooms that are none."""

    def __init__(self) -> None:
        self._rates = MovingWindowRateLimiter(MemoryStorage())
        self._openings = parse(f"{OPENINGS_PER_MINUTE}/minute")
        self._guesses = parse(f"{GUESSES_PER_MINUTE}/minute")
        self._once = parse("1/minute")

    async def may_open(self, address: str) -> bool:
        """Count an attempt to open a room; whether it is one of those that an address has."""
        return await self._rates.hit(self._openings, "open", address)

    async def may_guess(self, address: str) -> bool:
        """Whether an address may try another code."""
        return await self._rates.test(self._guesses, "guess", address)

    async def count_guess(self, address: str, code: str) -> None:
        """Count a code that is none; the same one again, as of a room that has ended, is no guess."""
        if await self._rates.hit(self._once, "code", address, code):
            await self._rates.hit(self._guesses, "guess", address)
