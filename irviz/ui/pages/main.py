"""The script that Streamlit runs: it sets the page and hands over to the one that was asked for.

It lives in this folder because Streamlit takes a folder `pages` beside its script for an older
kind of navigation.
"""

from datetime import timedelta
from pathlib import Path

import streamlit as st

from irviz.pages.menu import MENU
from irviz.ui.faults import whole
from irviz.ui.pages.menu import SHOWN


@st.fragment(run_every=timedelta(days=7))
def _come_back() -> None:
    """Do nothing: a page that runs something now and then asks for a whole run after a lost connection.

    A server that was restarted knows no fragments yet, and would drop what the board tells it.
    """


st.logo(str(Path(__file__).parents[1] / "brand" / "logo.svg"), size="large")
_pages = {
    group: [
        st.Page(
            whole(SHOWN[entry.path]),
            title=entry.title,
            url_path=entry.path,
            default=entry.path == "explore",
            help=entry.about,
        )
        for entry in entries
    ]
    for group, entries in MENU.items()
}
_page = st.navigation(_pages, position="top")
# Which group one is in, for the style sheet; and for who presents, a way that needs no open menu.
_group, _title = next(
    (number, entry.title)
    for number, group in enumerate(MENU, 1)
    for entry, page in zip(MENU[group], _pages[group], strict=True)
    if page is _page
)
# What is open on the page comes before that (title.js).
st.set_page_config(page_title=f"{_title} · irviz", layout="wide")
with st.container(key=f"group-{_group}"):
    st.page_link(_pages["Teach"][0])
_page.run()
_come_back()
