"""Copy as Python: scripts that compute the numbers of a page again."""
