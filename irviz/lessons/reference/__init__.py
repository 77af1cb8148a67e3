"""The reference: what each metric is good for, and where it misleads."""
