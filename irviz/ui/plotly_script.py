"""plotly.js as this page needs it: it begins in a tenth of the time, and draws lines.

Whole, it makes each of its fifty kinds of traces when it begins, and a browser reads its five million letters
four times before one line is drawn: that takes longer than all other scripts of the page together. Nothing
here draws anything but lines, whose kind its core has.
"""

from __future__ import annotations

import re

_KINDS = re.compile(rb"(?<=\bregister\()\[[\w$]+\(\)(?:,[\w$]+\(\))*\](?=\))")
"""The traces beyond lines, made as they are registered."""

_WRAPPED = re.compile(
    rb"^\(\n function\(root, factory\) \{.*?, \(\) => \{\n"
    rb'("use strict";var Plotly=.*)return Plotly;\n\}\)\);\s*\Z',
    re.DOTALL | re.MULTILINE,
)
"""What lets Node have it, too. A function in it is read once more than one at the top."""


def begun_sooner(script: bytes) -> bytes:
    """The same script, of which only what draws lines is made.

    Args:
        script: As its package has it, whole or in part. One that is built otherwise stays as it is.

    Example:
        >>> whole = b'''(
        ...  function(root, factory) { root.it = factory(); } (this, () => {
        ... "use strict";var Plotly=(()=>{core.register([bar(),pie()]);return core})();
        ... window.Plotly = Plotly;
        ... return Plotly;
        ... }));'''
        >>> print(begun_sooner(whole).decode())
        "use strict";var Plotly=(()=>{core.register([]);return core})();
        window.Plotly = Plotly;
        >>> begun_sooner(b"another")
        b'another'
    """
    if len(_KINDS.findall(script)) == 1:
        script = _KINDS.sub(b"[]", script)
    found = _WRAPPED.search(script)
    return script[: found.start()] + found[1].rstrip() + script[found.end() :] if found else script
