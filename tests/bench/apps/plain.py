"""The same six curves as one would write them in Streamlit: every change runs the script again.

Relevance of eight results, their order, and the cutoff, with Streamlit's own widgets and
`st.plotly_chart` in its default configuration. The metrics are irviz's, so that only the page differs.
There are no pictures and no scoreboard, which makes it lighter than the dashboard it is compared with.
"""

import plotly.graph_objects as go
import streamlit as st

from irviz.metrics import AP, F1, RR, P, R, Ranking, nDCG

RESULTS = "abcdefgh"
RELEVANT = "aceg"
METRICS = (P, R, F1, RR, AP, nDCG)


def move(rank: int, step: int) -> None:
    """Swap the result at a rank with its neighbour."""
    order = st.session_state.order
    order[rank], order[rank + step] = order[rank + step], order[rank]


if "order" not in st.session_state:
    st.session_state.order = list(RESULTS)

st.title("Ranking metrics")
k = st.slider("Cutoff k", 1, len(RESULTS), 3)

grades = []
for rank, (column, name) in enumerate(zip(st.columns(len(RESULTS)), st.session_state.order, strict=True)):
    with column:
        grades.append(int(st.checkbox(f"{rank + 1}: {name}", name in RELEVANT, key=name)))
        first, last = rank == 0, rank == len(RESULTS) - 1
        st.button("◀", key=f"left {rank}", on_click=move, args=(rank, -1), disabled=first)
        st.button("▶", key=f"right {rank}", on_click=move, args=(rank, 1), disabled=last)

ranking = Ranking(grades)
ks = list(range(1, len(grades) + 1))
figure = go.Figure(
    [go.Scatter(x=ks, y=metric.curve(ranking), name=f"{metric.name}@k", mode="lines+markers") for metric in METRICS]
)
figure.add_vline(k)
figure.update_yaxes(range=[0, 1.05])
st.plotly_chart(figure)
