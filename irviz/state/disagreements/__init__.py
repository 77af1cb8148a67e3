"""Disagreements: the two orders that two metrics rank oppositely, or why there are none."""
