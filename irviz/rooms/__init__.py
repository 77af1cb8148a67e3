"""A class that answers together: a frozen room with pure transitions, and the stores that hold rooms.

A room knows nothing of metrics: it checks the shape and the size of questions and answers, counts, and
gives out no counts before they are shown.
"""
