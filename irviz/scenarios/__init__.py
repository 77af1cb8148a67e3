"""The sources' examples as data."""
