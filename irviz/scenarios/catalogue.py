"""All examples by id; the first is the one that everyone finds first."""

from __future__ import annotations

from irviz.scenarios.cats import CATS

CATALOGUE = {desk.id: desk for desk in (CATS,)}
