"""A longer list, to see what eight pictures cannot show: how scores behave as lists grow."""

from __future__ import annotations

from irviz.scenarios.lists import listed, numbered
from irviz.state.desk import Desk

LONG = Desk(
    id="long",
    boards=(
        listed(
            "twenty-documents",
            "twenty documents",
            numbered(20),
            "01310200012003010020",
            top=3,
        ),
    ),
    opened="twenty-documents",
    k=10,
    metric="nDCG",
)
"""Twenty graded documents in a middling order: nDCG climbs with k all the same."""
