"""The static edition: the dashboard as a folder of files, whose Python runs in the visitor's browser."""
