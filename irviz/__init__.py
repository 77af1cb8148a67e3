"""Ranking metrics you can drag: a teaching dashboard and an exact metrics package."""

__version__ = "0.1.0"

EXAMPLES_FOLDER = "IRVIZ_EXAMPLES"
"""The environment variable that names a folder with own examples."""
