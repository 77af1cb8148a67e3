"""The script that Streamlit runs: it sets the page and hands over to the one that was asked for.

It lives in this folder because Streamlit takes a folder `pages` beside its script for an older
kind of navigation.
"""

from datetime import timedelta
from pathlib import Path

import streamlit as st

from irviz.ui.faults import whole
from irviz.ui.pages.check import final_check
from irviz.ui.pages.compare import compare
from irviz.ui.pages.disagree import disagreements
from irviz.ui.pages.explore import explore
from irviz.ui.pages.handout import handout
from irviz.ui.pages.hides import hiding
from irviz.ui.pages.package import package
from irviz.ui.pages.reference import reference
from irviz.ui.pages.results import results
from irviz.ui.pages.study import learn, practise
from irviz.ui.pages.textbook import textbook


@st.fragment(run_every=timedelta(days=7))
def _come_back() -> None:
    """Do nothing: a page that runs something now and then asks for a whole run after a lost connection.

    A server that was restarted knows no fragments yet, and would drop what the board tells it.
    """


st.set_page_config(page_title="irviz", layout="wide")
st.logo(str(Path(__file__).parents[1] / "brand" / "logo.svg"), size="large")
st.navigation(
    [
        st.Page(whole(explore), title="Explore", url_path="explore", default=True),
        st.Page(whole(learn), title="Learn", url_path="learn"),
        st.Page(whole(practise), title="Challenges", url_path="challenges"),
        st.Page(whole(compare), title="Compare", url_path="compare"),
        st.Page(whole(disagreements), title="Disagreements", url_path="disagree"),
        st.Page(whole(results), title="Your results", url_path="results"),
        st.Page(whole(handout), title="Hand out", url_path="handout"),
        st.Page(whole(textbook), title="Textbook", url_path="textbook"),
        st.Page(whole(reference), title="Reference", url_path="reference"),
        # Learn leads to these two.
        st.Page(whole(hiding), title="What metrics hide", url_path="hides", visibility="hidden"),
        st.Page(whole(final_check), title="The final check", url_path="check", visibility="hidden"),
        # Reference leads to this one.
        st.Page(whole(package), title="The package", url_path="package", visibility="hidden"),
    ],
    position="top",
).run()
_come_back()
