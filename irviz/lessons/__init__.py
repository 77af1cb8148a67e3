"""What is taught, as data: the reference, and the lessons."""
