"""What each page of the dashboard does: what it is about, and how it answers; whoever shows it."""
