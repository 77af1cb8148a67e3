"""The check at the end of the course: questions made from a seed, whose wrong answers each name a misconception."""
