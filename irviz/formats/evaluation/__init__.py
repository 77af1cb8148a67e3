"""What irviz evaluate does: from the names of files to a report."""
