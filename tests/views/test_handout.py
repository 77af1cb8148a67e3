"""The page that builds a link, as elements."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.state.history import History
from irviz.state.session import Session
from irviz.views.handout import handout_data

if TYPE_CHECKING:
    from tests.views.conftest import Stored


def test_what_is_handed_out_is_as_stored(stored: Stored) -> None:
    desk = replace(CATALOGUE["cats"], present=True, masked=True)
    wall = Session(CATALOGUE, History(desk))
    stored("handout-wall", handout_data(wall, {"move": True, "present": True}, ("cut",))["view"])
    stored("handout-compare", handout_data(Session.start({}, PAIRED), {})["view"])
