"""What Streamlit runs."""
