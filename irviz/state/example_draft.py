"""The form in which a teacher writes an example: its fields as they are typed, and the example they make."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from irviz.state.desk import MAX_GRADE
from irviz.state.own_example import (
    MAX_QUERIES,
    MAX_RESULTS,
    ExampleError,
    OwnExample,
    OwnQuery,
    OwnResult,
    is_own,
    parse_results,
    write_results,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MAX_FIELD_CHARACTERS = 6_000
"""Characters of a field of the form that are read."""


_WORDS = ("title", "about", "source")


class TypedQuery(NamedTuple):
    """A query as it is typed: its text, and its results as lines; see `irviz.state.own_example.parse_results`."""

    query: str = ""
    results: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        return not (self.query.strip() or self.results.strip())


@dataclass(frozen=True)
class Draft:
    r"""The fields of the form.

    Args:
        queries: The queries, at least one.
        title: The name of the example.
        about: One line on what there is to see.
        source: Where it is from.
        top: The least highest grade of the scale; a higher one among the results raises it.
        pictures: By the title of a result, the name of its picture in the browser.

    Example:
        >>> draft = Draft((TypedQuery("jaguar", "Jaguar in a tree\t2\nJaguar E-Type"),))
        >>> draft.example.desk.board("own-1").text, draft.example.top
        ('1-2.20', 2)
        >>> draft.type("results-0", "Jaguar\tmany").faults
        {'results-0': 'line 1: “many” is no grade; write a whole number from 0 to 10, or ? for none'}
    """

    queries: tuple[TypedQuery, ...] = (TypedQuery(),)
    title: str = ""
    about: str = ""
    source: str = ""
    top: int = 1
    pictures: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, example: OwnExample) -> Draft:
        """The form filled with an example."""
        results = [one for query in example.queries for one in query.results]
        return cls(
            tuple(TypedQuery(one.query, write_results(one.results)) for one in example.queries),
            example.title,
            example.about,
            example.source,
            example.top,
            {one.title: one.picture for one in results if is_own(one.picture)},
        )

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Draft:
        """The form with what `to_json` has written.

        Raises:
            ValueError: If it is not that.

        >>> draft = Draft((TypedQuery("jaguar", "Car; many"),), title="Big cats")
        >>> Draft.read(draft.to_json()) == draft
        True
        """
        try:
            queries, fields, pictures = data["queries"], data["fields"], data["pictures"]
            draft = cls((TypedQuery(),) * min(max(queries, 1), MAX_QUERIES))
            for name, value in fields.items():
                draft = draft.type(name, value)
            return replace(draft, pictures={title: name for title, name in pictures.items() if is_own(name)})
        except (LookupError, TypeError, AttributeError) as error:
            raise ValueError("it is no form of an example") from error

    def to_json(self) -> dict[str, Any]:
        """The form as JSON, which its browser keeps while it makes no example."""
        texts = {f"{kind}-{at}": text for at, one in enumerate(self.queries) for kind, text in one._asdict().items()}
        fields = {**texts, **{name: getattr(self, name) for name in _WORDS}, "top": str(self.top)}
        return {"queries": len(self.queries), "fields": fields, "pictures": {**self.pictures}}

    def type(self, name: str, value: str) -> Draft:
        """A copy with another text in a field: ``query-0``, ``results-0``, ``title``, ``about``, ``source`` or ``top``.

        A text in another field, or another text for the scale than a number from 1 to 10, changes nothing.
        """
        value = value[:MAX_FIELD_CHARACTERS]
        queries = {f"{kind}-{at}": (kind, at) for at in range(len(self.queries)) for kind in TypedQuery._fields}
        if name in queries:
            kind, at = queries[name]
            changed = self.queries[at]._replace(**{kind: value})
            there = replace(self, queries=(*self.queries[:at], changed, *self.queries[at + 1 :]))
            return there.keep_pictures(self) if kind == "results" else there
        words: dict[str, Any] = {name: value} if name in _WORDS else {}
        if name == "top" and value in map(str, range(1, MAX_GRADE + 1)):
            words["top"] = int(value)
        return replace(self, **words)

    def keep_pictures(self, before: Draft) -> Draft:
        """A copy in which a title that was only corrected has the picture that it had `before`, by its line."""
        old, new = ([one.results.splitlines() for one in draft.queries] for draft in (before, self))
        pictures = {**self.pictures}
        for was, now in zip(old, new, strict=True):
            if len(was) != len(now):
                continue
            for line, other in zip(was, now, strict=True):
                titles = [one.title for text in (line, other) for one in _read_line(text)]
                if line != other and len(titles) == 2 and titles[0] in pictures:
                    pictures.setdefault(titles[1], pictures[titles[0]])
        return replace(self, pictures=pictures)

    def add_query(self) -> Draft:
        """A copy with one more query, up to the most that there can be."""
        return replace(self, queries=(*self.queries, TypedQuery())[:MAX_QUERIES])

    def remove_query(self, at: int) -> Draft:
        """A copy without the query at an index from 0; the last one that is left is emptied instead."""
        left = tuple(one for place, one in enumerate(self.queries) if place != at)
        return replace(self, queries=left or (TypedQuery(),))

    def replace_picture(self, title: str, picture: str) -> Draft:
        """A copy with a picture for the results with this title, by its name in the browser; without one if empty.

        It takes the place of an emoji in front of the title.
        """
        others = {one: name for one, name in self.pictures.items() if one != title}
        if not picture:
            return replace(self, pictures=others)
        lines = (one.results.splitlines(keepends=True) for one in self.queries)
        texts = ("".join(_drop_emoji(line, title) for line in each) for each in lines)
        queries = tuple(one._replace(results=text) for one, text in zip(self.queries, texts, strict=True))
        return replace(self, queries=queries, pictures={**others, title: picture})

    def list_results(self, at: int) -> tuple[OwnResult, ...]:
        """The results of the query at an index from 0, with their pictures.

        Raises:
            ExampleError: If a line cannot be read.
        """
        return self._with_pictures(parse_results(self.queries[at].results))

    def list_readable_results(self, at: int) -> tuple[OwnResult, ...]:
        """The results in those lines that can be read each by itself, with their pictures."""
        lines = self.queries[at].results.splitlines()[:MAX_RESULTS]
        return self._with_pictures(one for line in lines for one in _read_line(line))

    def _with_pictures(self, results: Iterable[OwnResult]) -> tuple[OwnResult, ...]:
        """The results with the pictures of their titles."""
        return tuple(one if one.picture else one._replace(picture=self.pictures.get(one.title, "")) for one in results)

    @property
    def is_empty(self) -> bool:
        """Whether no query and no result is typed."""
        return all(one.is_empty for one in self.queries)

    @property
    def example(self) -> OwnExample:
        """The example that the fields make; queries without anything are left out.

        Raises:
            ExampleError: If they make none.
        """
        queries = tuple(
            OwnQuery(" ".join(one.query.split()), self.list_results(at))
            for at, one in enumerate(self.queries)
            if not one.is_empty
        )
        grades = [one.grade or 0 for query in queries for one in query.results]
        texts = [" ".join(text.split()) for text in (self.title, self.about, self.source)]
        return OwnExample(texts[0], queries, max([self.top, *grades]), texts[1], texts[2])

    @property
    def faults(self) -> dict[str, str]:
        """By the name of a field that is wrong, what to write there; what is not written yet is no fault."""
        found = {}
        for at in range(len(self.queries)):
            try:
                results = self.list_results(at)
                more = OwnResult("title", score=results[-1].score if results else None)
                OwnExample("", (OwnQuery("query", (*results, *[more] * (2 - len(results)))),), MAX_GRADE)
            except ExampleError as error:
                found[f"results-{at}"] = str(error).removeprefix("query 1, ").removeprefix("query 1: ")
        for name in _WORDS:
            words: dict[str, Any] = {name: " ".join(getattr(self, name).split())}
            try:
                replace(_SMALLEST, **words)
            except ExampleError as error:
                found[name] = str(error).removeprefix(f"{name}: ")
        return found

    @property
    def missing(self) -> str:
        """What has still to be written, as a clause; empty if the fields make an example, or are wrong."""
        if self.faults:
            return ""
        try:
            self.example  # noqa: B018 - whether it can be made
        except ExampleError as error:
            return str(error)
        return ""


def _read_line(line: str) -> tuple[OwnResult, ...]:
    """The result in one line; none if it cannot be read."""
    try:
        return parse_results(line)
    except ExampleError:
        return ()


def _drop_emoji(line: str, title: str) -> str:
    """A line without the emoji in front of this title, if that is what it has."""
    emojis = [one.picture for one in _read_line(line) if one.title == title and one.picture]
    return line.replace(emojis[0], "", 1).lstrip() if emojis else line


_SMALLEST = OwnExample("", (OwnQuery("query", (OwnResult("a"), OwnResult("b"))),))
