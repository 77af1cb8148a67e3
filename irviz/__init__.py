"""Ranking metrics you can drag: a teaching dashboard and an exact metrics package."""

__version__ = "0.1.0"
