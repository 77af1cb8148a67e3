"""The glossary: what each word means, and its numbers on the open board."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypedDict

from irviz.lenses.current_board import list_current_values
from irviz.lenses.formatting import choose_noun
from irviz.lessons.reference.symbols import SYMBOLS
from irviz.metrics import METRICS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.metrics import Metric
    from irviz.state.desk import Desk


class Word(TypedDict):
    """A word of the glossary.

    Attributes:
        id: The id by which the page refers to it: a symbol's id, or a metric's name.
        name: The heading of its entry.
        meaning: What the word means.
        forms: How prose writes it; a form that ends in ``@`` is followed by a cutoff.
        metric: The name of the metric, if it is one, whose value may be masked; else empty.
        is_never_masked: Whether its value may be shown although values are masked.
    """

    id: str
    name: str
    meaning: str
    forms: list[str]
    metric: str
    is_never_masked: bool


class Words(TypedDict):
    """The glossary, with the values of its words on the open board.

    Attributes:
        words: The words in the order of the help. The list is shared and must not be changed.
        values: By the word's id, its value on the open board in words.
    """

    words: list[Word]
    values: Mapping[str, str]


_NEVER_MASKED = {"query", "k"}
"""What the page shows although values are masked."""


def words_of(desk: Desk | None = None) -> Words:
    """The glossary, with the values of its words on a board if one is open.

    Args:
        desk: The open desk; None for a page without a board.

    Example:
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> found = words_of(CATALOGUE["cats"])
        >>> found["values"]["fp"]
        '2 pictures (ranks 1 and 3)'
        >>> next((one["name"], one["forms"][:2]) for one in found["words"] if one["id"] == "nDCG")
        ('nDCG, normalised DCG', ['nDCG', 'nDCG@'])
    """
    if desk is None:
        return {"words": _words_with_noun("document"), "values": {}}
    return {"words": _words_with_noun(choose_noun(*desk.visible)), "values": list_current_values(desk)}


@lru_cache(maxsize=16)
def _words_with_noun(noun: str) -> list[Word]:
    """The glossary's words, with a noun such as “picture” in place of “document”."""
    return [{**one, "meaning": one["meaning"].replace("document", noun)} for one in _definitions()]


@cache
def _definitions() -> tuple[Word, ...]:
    """The glossary's words, symbols and metrics, with meanings that speak of documents."""
    symbols = [_make_word(one.id, one.forms[0], one.meaning, one.forms) for one in SYMBOLS if one.forms]
    metrics = [
        _make_word(
            name,
            ", ".join(dict.fromkeys((name, _lower_first(metric.title)))),
            " ".join((metric.summary, *([f"It does not see: {_lower_first(metric.hides)}"] * bool(metric.hides)))),
            _forms_of_metric(metric),
            name,
        )
        for name, metric in METRICS.items()
        if metric.shown
    ]
    return (*symbols, *metrics)


def _make_word(name: str, heading: str, meaning: str, forms: tuple[str, ...], metric: str = "") -> Word:
    """A word of the glossary.

    Args:
        name: Its id.
        heading: The heading of its entry.
        meaning: What it means.
        forms: How it is written; capitalized forms are added.
        metric: The metric's name, if it is one.
    """
    return {
        "id": name,
        "name": heading,
        "meaning": meaning,
        "forms": list(dict.fromkeys(one for form in forms for one in (form, _capitalize_first(form)))),
        "metric": metric,
        "is_never_masked": name in _NEVER_MASKED,
    }


def _forms_of_metric(metric: Metric) -> tuple[str, ...]:
    """The ways in which prose writes a metric; a single letter only with “@”, since R is also a count."""
    names = [name for name in (metric.name, metric.mean_name) if name]
    return (
        *(name for name in names if len(name) > 1),
        *(f"{name}@" for name in names),
        *dict.fromkeys(filter(None, (metric.word, _lower_first(metric.title)))),
    )


def _lower_first(words: str) -> str:
    """Words with a small first letter, unless they begin with an abbreviation."""
    return words if words[1:2].isupper() or words[1:2].isdigit() else words[:1].lower() + words[1:]


def _capitalize_first(form: str) -> str:
    """A form with a capital first letter, if it is a word in small letters."""
    return form[:1].upper() + form[1:] if form.islower() and len(form) > 1 else form
