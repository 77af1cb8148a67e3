"""A class that answers together: a frozen room with pure transitions, and where rooms live.

A room knows nothing of metrics: it checks the shape and the size of what the teacher asks and the class
answers, counts, and tells nothing of the counts before they are shown.
"""
