"""Curves: the metrics of a desk against k, as it is and one move away."""
