"""What can be shown below the chart, as plain values: the working behind the numbers."""
