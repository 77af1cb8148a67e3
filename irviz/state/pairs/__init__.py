"""Pairs: two lists for one query, under one set of judgments, and what one change would show."""
