"""The script that Streamlit runs: it sets the page and hands over to the page that was asked for."""

import streamlit as st

from irviz.ui.pages.explore import explore

st.set_page_config(page_title="irviz", layout="wide")
st.navigation(
    [st.Page(explore, title="Explore", url_path="explore", default=True)], position="hidden"
).run()
