"""The page: the only part that knows Streamlit."""
