"""What a file is, and which column of it is what: guessed from how it begins."""
