"""What is shared: values, runs and judgments of boards and of collections."""
