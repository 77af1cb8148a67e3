"""The kinds of files, each with its reader and its writer, and what they share."""
