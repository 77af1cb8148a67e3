"""Start the dashboard with `streamlit run app.py`, or serve `app:app` with any ASGI server."""

import streamlit as st

from irviz import server

# Streamlit reads this file to find an App before it runs it, so the call has to stand here.
app = st.App(**server.parts_or_exit())
