"""The dashboard as a folder of files: each visitor's browser runs the same Python, and nobody a server."""
