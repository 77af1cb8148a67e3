"""From a file to its lines: unpacked within limits, as UTF-8, each fault with its place."""
