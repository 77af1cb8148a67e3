"""``python -m irviz``: the same as the command ``irviz``."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - a checkout can be started by any Python
    sys.exit(f"irviz needs Python 3.11 or newer; this is Python {sys.version.split()[0]}.")

from irviz.cli import main

if __name__ == "__main__":
    sys.exit(main())
