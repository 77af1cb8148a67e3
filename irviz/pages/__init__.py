"""The pages of the dashboard: their frames and their answers, for every edition."""
