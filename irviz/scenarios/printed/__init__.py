"""What the sources print: one file a source, one row a figure or a curve."""
