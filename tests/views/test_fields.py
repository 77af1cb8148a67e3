"""The browser reads only fields that Python gives, and asks only for what it answers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from irviz.pages.example import ExampleRequest
from irviz.pages.handout import HandoutRequest
from irviz.pages.study import StudyRequest
from irviz.pages.write import WriteRequest
from irviz.views.board import BoardData
from irviz.views.coach import CoachData
from irviz.views.curves import CurvesData
from irviz.views.disagree import DisagreeData
from irviz.views.first_minute import FirstOffer, FirstStep
from irviz.views.lens import LensData
from irviz.views.lists import ChallengesData, LessonsData, MasteryData
from irviz.views.part import PartData
from irviz.views.present import PresentData
from irviz.views.results_page import ResultsPart
from irviz.views.room import RoomData
from irviz.views.share import ShareMenu
from irviz.views.versus import VersusData

UI = Path(__file__).parents[2] / "irviz" / "ui"

READ_BY: dict[str, tuple[Any, ...]] = {
    "board": (BoardData, FirstStep, FirstOffer),
    "challenges": (ChallengesData,),
    "coach": (CoachData, LessonsData, MasteryData),
    "curves": (CurvesData, VersusData),
    "disagree": (DisagreeData,),
    "export": (ShareMenu,),
    "lens": (LensData,),
    "present": (PresentData,),
    "results": (ResultsPart,),
    "rooms": (RoomData,),
    "versus": (VersusData,),
    "view": (PartData,),
}
ADDED = {"pictures", "plotly"}
"""What each edition adds: where pictures are, and plotly."""

FIELD = re.compile(r"(?:\b(?:page|this|panel)\.|(?<![\w.}])(?<!data: ))data\??\.(\w+)")
TAKEN_APART = re.compile(r"\{([^{}]*)\} = (?:page\.|this\.)?data;")


def read_fields(script: str) -> set[str]:
    """The fields of its data that a script reads.

    >>> sorted(read_fields("const { n, top: most = 1 } = data; f(data.k, page.data?.link, event.data.x);"))
    ['k', 'link', 'n', 'top']
    """
    names = (part.split(":")[0].split("=")[0].strip() for one in TAKEN_APART.findall(script) for part in one.split(","))
    return {*FIELD.findall(script), *filter(None, names)}


@pytest.mark.parametrize("part", READ_BY)
def test_a_part_reads_only_what_it_is_given(part: str) -> None:
    given = ADDED.union(*(one.__annotations__ for one in READ_BY[part]))
    read = {path.name: read_fields(path.read_text("utf-8")) for path in (UI / part).glob("*.js")}

    assert any(read.values())
    assert {name: found - given for name, found in read.items() if found - given} == {}


ASKED_BY: dict[str, tuple[Any, ...]] = {
    "challenges": (StudyRequest,),
    "coach": (StudyRequest,),
    "view": (HandoutRequest, ExampleRequest, WriteRequest),
}
REQUEST = re.compile(r"\b(?:ask|request|leave)(?:\?\.)?\(\{ (\w+)")


@pytest.mark.parametrize("part", ASKED_BY)
def test_a_part_asks_only_for_what_its_page_answers(part: str) -> None:
    answered = set[str]().union(*(one.__annotations__ for one in ASKED_BY[part]))
    asked = {name for path in (UI / part).glob("*.js") for name in REQUEST.findall(path.read_text("utf-8"))}

    assert asked
    assert asked - answered == set()
