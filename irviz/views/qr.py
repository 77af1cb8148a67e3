"""A QR code of a link, for an audience that wants the same board on its phones."""

import io
from functools import lru_cache

import segno

MAX_LINK_CHARACTERS = 2000
"""A longer link makes a code that no phone reads from the back of a room."""


@lru_cache(maxsize=256)
def qr_svg(link: str) -> bytes:
    """A link as an SVG picture of its QR code, dark on white with the quiet zone around it.

    Args:
        link: At most `MAX_LINK_CHARACTERS` characters.

    Raises:
        ValueError: If the link is empty or too long.

    Example:
        >>> qr_svg("https://example.org/?q=white-cat")[:5]
        b'<?xml'
    """
    if not 1 <= len(link) <= MAX_LINK_CHARACTERS:
        raise ValueError(f"a link for a QR code has 1 to {MAX_LINK_CHARACTERS} characters, not {len(link)}")
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(out, kind="svg", scale=8, light="#fff")
    return out.getvalue()
