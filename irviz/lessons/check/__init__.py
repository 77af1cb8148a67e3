"""The check at the end of the course: questions from a seed, each wrong answer that of a misconception."""
