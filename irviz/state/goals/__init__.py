"""Goals: what a desk has to be like, in their language and in words, and the fewest moves to one."""
