"""Predictions: what was said before a change was seen, what happened, and how often one is right."""
