"""``python -m irviz``: the same as the command ``irviz``."""

from __future__ import annotations

import sys

from irviz.cli import main

if __name__ == "__main__":
    sys.exit(main())
