"""An example that a teacher writes: queries with titled results and grades, as a file, in a link and as a desk.

The text of an own example is the id of its desk (`OwnExample.name`), so whatever carries a link carries the example:
an address, a saved state, an exercise, a challenge. Pictures stay in the browsers that have them
(``irviz/ui/own_pictures.js``); here each is a name, made from its content. Only a file carries them.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
import zlib
from base64 import b64encode, urlsafe_b64decode, urlsafe_b64encode
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from irviz.state.board import Board, Item
from irviz.state.desk import MAX_GRADE, Desk
from irviz.state.tied_ranks import change_scores, find_ties

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.state.tied_ranks import Groups

VERSION = 1
"""The version of the file, in its field ``irviz_example``; files of all earlier versions can be read."""

PREFIX = "own."
"""How the id of an own example's desk begins, and the name of an own picture."""

MAX_QUERIES = 5
"""Queries of an own example."""

MAX_RESULTS = 20
"""Results of a query."""

MAX_TITLE_CHARACTERS = 120
"""Characters of a title, of a query and of the example's name."""

MAX_WORDS_CHARACTERS = 300
"""Characters of what is said about the example, and of its source."""

MAX_NAME_CHARACTERS = 6_000
"""Characters of an own example in a link; servers on the way take addresses of about 8,000."""

MAX_FILE_BYTES = 2_000_000
"""Bytes of a file, pictures included."""

_MAX_JSON_BYTES = 100_000
"""Bytes of the JSON that a link packs."""

_PICTURE = re.compile(rf"{re.escape(PREFIX)}[0-9a-f]{{16}}")
_NOT_TEXT = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff\u2028\u2029]")
_EMOJI_KINDS = {"So", "Sk", "Mn", "Cf", "Me"}


class ExampleError(ValueError):
    """What is wrong with an own example: one line that names the place and the remedy."""


class OwnResult(NamedTuple):
    """A result: its title, its grade (None if nobody judged it), its picture, and the score of its rank.

    The picture is an emoji, the name of a picture that browsers hold (`PREFIX` and 16 hexadecimal digits), or empty.
    Scores fall from rank to rank, or stay the same: then the results are tied. They belong to the ranks: whatever is
    moved to a rank gets its score. None where scores are unknown.
    """

    title: str
    grade: int | None = 0
    picture: str = ""
    score: float | None = None


class OwnQuery(NamedTuple):
    """A query, and its results in rank order."""

    query: str
    results: tuple[OwnResult, ...]


@dataclass(frozen=True)
class OwnExample:
    """An example that a teacher has written.

    Args:
        title: Its name in the menu of examples; the first query if empty.
        queries: One to five, each with 2 to 20 results, and all with as many.
        top: The highest grade of its scale: 1 for relevant or not, at most 10.
        about: One line on what there is to see.
        source: Where it is from.

    Raises:
        ExampleError: If a text is too long, or there are too few or too many results, or a grade is off the scale.

    Example:
        >>> results = (OwnResult("Jaguar in a tree", 1), OwnResult("Jaguar E-Type", 0, "🚗"), OwnResult("Cat", None))
        >>> example = OwnExample("Big cats", (OwnQuery("jaguar", results),))
        >>> unpack_example(example.name) == example
        True
        >>> example.desk.board("own-1").text
        '1-2-3.10_'
    """

    title: str
    queries: tuple[OwnQuery, ...]
    top: int = 1
    about: str = ""
    source: str = ""

    def __post_init__(self) -> None:
        """Raise an ExampleError for what is invalid, as the class says."""
        _check_text("title", self.title, MAX_TITLE_CHARACTERS)
        _check_text("about", self.about, MAX_WORDS_CHARACTERS)
        _check_text("source", self.source, MAX_WORDS_CHARACTERS)
        if type(self.top) is not int or not 1 <= self.top <= MAX_GRADE:
            raise ExampleError(f"top: the highest grade is a whole number from 1 to {MAX_GRADE}")
        if not 1 <= len(self.queries) <= MAX_QUERIES:
            raise ExampleError(f"queries: there have to be 1 to {MAX_QUERIES}, not {len(self.queries)}")
        for at, query in enumerate(self.queries, 1):
            _check_query(f"query {at}", query, self.top)
            if (n := len(query.results)) != (first := len(self.queries[0].results)):
                raise ExampleError(f"query {at}: it has {n} results, and query 1 has {first}; give both as many")

    @property
    def name(self) -> str:
        """The whole example as text for a link."""
        return _pack(self)

    @property
    def desk(self) -> Desk:
        """The example as a fresh desk, with the first query open and the upper half of its results within k."""
        return _make_desk(self, self.name)

    def to_json(self) -> dict[str, Any]:
        """The example as JSON for a file; `read_example` reads it."""
        return {"irviz_example": VERSION, **asdict(self), "queries": [_query_to_json(one) for one in self.queries]}


def is_own(name: str) -> bool:
    """Whether this is the id of an own example's desk."""
    return name.startswith(PREFIX)


def read_example(data: object) -> OwnExample:
    """Read an own example from the decoded JSON of a file or a link; unknown fields are ignored.

    Raises:
        ExampleError: If it is none.

    Example:
        >>> read_example({"irviz_example": 9})
        Traceback (most recent call last):
        ...
        irviz.state.own_example.ExampleError: it is of version 9, and this irviz reads up to 1: a newer one opens it
    """
    fields = data if isinstance(data, dict) else {}
    version = fields.get("irviz_example")
    if type(version) is not int or version < 1:
        raise ExampleError("it is no example, as “Save as a file” writes it")
    if version > VERSION:
        raise ExampleError(f"it is of version {version}, and this irviz reads up to {VERSION}: a newer one opens it")
    queries = fields.get("queries")
    if not isinstance(queries, list):
        raise ExampleError("queries: expected a list")
    return OwnExample(
        title=_read_text("title", fields.get("title", "")),
        queries=tuple(_read_query(f"query {at}", one) for at, one in enumerate(queries[: MAX_QUERIES + 1], 1)),
        top=fields.get("top", 1),
        about=_read_text("about", fields.get("about", "")),
        source=_read_text("source", fields.get("source", "")),
    )


@lru_cache(maxsize=256)
def unpack_example(name: str) -> OwnExample:
    """The own example that a link's text holds; see `OwnExample.name`.

    Raises:
        ExampleError: If the text is damaged or too long.
    """
    packed = name[:MAX_NAME_CHARACTERS].removeprefix(PREFIX)
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), _MAX_JSON_BYTES)
        data = json.loads(text)  # which fails if the text is cut
    except (ValueError, zlib.error, RecursionError) as error:
        raise ExampleError("the link holds a damaged example: copy the link again, or ask for it") from error
    return read_example(data)


def find_own_desk(name: str) -> Desk | None:
    """The fresh desk of an own example in a link's text; None if the text is none, or is damaged."""
    try:
        return _make_desk(unpack_example(name), name) if is_own(name) else None
    except ExampleError:
        return None


def has_own_pictures(desk: Desk) -> bool:
    """Whether a result on a desk has a picture of a user's own, which only their browser holds."""
    return any(item.picture and is_own(item.picture) for board in desk.boards for item in board.items)


def find_own_title(name: str) -> str:
    """The name of an own example in a link's text, for a menu; empty if the text is none, or is damaged."""
    try:
        example = unpack_example(name) if is_own(name) else None
    except ExampleError:
        return ""
    return (example.title or example.queries[0].query) if example else ""


def read_desk(desk: Desk) -> OwnExample:
    """The own example that opens as an own desk is now: with the order, the grades and the ties of its boards.

    Args:
        desk: A desk of an own example.
    """
    example = unpack_example(desk.id)
    ties = _make_desk(example, desk.id).ties
    queries = tuple(
        OwnQuery(one.query, _list_results(board, _tie_results(one.results, ties, desk.ties)))
        for one, board in zip(example.queries, desk.boards, strict=True)
    )
    return OwnExample(example.title, queries, desk.top, example.about, example.source)


def copy_desk(desk: Desk, title: str) -> OwnExample:
    """An own example with the titles, order and grades of any desk, to begin from; without its pictures.

    Of long lists it has the first results, and of long titles the beginnings.

    Raises:
        ExampleError: If it has more queries than an own example may have, or lists of one result.
    """
    queries = tuple(
        OwnQuery(
            board.query[:MAX_TITLE_CHARACTERS],
            _list_results(board, [OwnResult(item.title[:MAX_TITLE_CHARACTERS]) for item in board.items])[:MAX_RESULTS],
        )
        for board in desk.boards
    )
    return OwnExample(title, queries, desk.top)


def parse_results(text: str) -> tuple[OwnResult, ...]:
    r"""Read results from lines: a title and, after a tab, a semicolon or a bar, its grade, and after another its score.

    Lines may come from a spreadsheet: with a head, or with a first column of ranks. A grade is a whole number, ``yes``
    or ``x`` for 1, ``no`` for 0, and ``?`` for a result that nobody judged; without one it is 0. There are scores if
    the head says so, or where a number that is no grade follows a grade. An emoji at the beginning of a title becomes
    its picture.

    Raises:
        ExampleError: If a grade or a score is none; the message names the line.

    Example:
        >>> for one in parse_results("Title\tGrade\n🐆 Jaguar in a tree\t2\nJaguar E-Type\t?"):
        ...     print(tuple(one))
        ('Jaguar in a tree', 2, '🐆', None)
        ('Jaguar E-Type', None, '', None)
    >>> [one.score for one in parse_results("Jaguar in a tree; 1; 12.5\nJaguar E-Type; 0; 9")]
    [12.5, 9.0]
    >>> [tuple(one)[:2] for one in parse_results('"Jaguar; E-Type"; 1\n"Puma | Cougar"')]
    [('Jaguar; E-Type', 1), ('Puma | Cougar', 0)]
    """
    lines = text.splitlines()
    rows = [_split_row(line) for line in lines]
    numbered = [(at, row) for at, row in enumerate(rows, 1) if any(row)]
    scores = (len(row) > 2 and row[-2] and _is_grade(row[-2]) and _is_score(row[-1]) for row in rows)
    scored = next((at for at, has_score in enumerate(scores, 1) if has_score), 0)
    if len(numbered) > 1 and _is_head(lines[numbered[0][0] - 1], numbered[0][1], numbered[1][1]):
        scored = scored or int(numbered[0][1][-1].lower() == "score")
        del numbered[0]
    if len(numbered) > 1 and all(_is_ranked(row, at) for at, (_, row) in enumerate(numbered, 1)):
        numbered = [(at, row[1:]) for at, row in numbered]
    return tuple(_read_row(at, row, scored) for at, row in numbered)


def write_results(results: Sequence[OwnResult]) -> str:
    r"""Write results as lines that `parse_results` reads; names of pictures are left out.

    >>> write_results([OwnResult("Jaguar", 1, "🐆"), OwnResult("Car"), OwnResult("Puma", None)])
    '🐆 Jaguar\t1\nCar\nPuma\t?'
    """
    scored = any(one.score is not None for one in results)
    return "\n".join(
        (f"{one.picture} " if one.picture and not is_own(one.picture) else "")
        + one.title
        + ("\t?" if one.grade is None else f"\t{one.grade}" if one.grade or scored or {*";|"} & {*one.title} else "")
        + ("" if one.score is None else f"\t{float(one.score)!r}")
        for one in results
    )


def _split_row(line: str) -> list[str]:
    """The cells of a line, which tabs separate, or else semicolons or bars that are not within a title in quotes."""
    if quoted := re.fullmatch(r'\s*"([^"]*[;|][^"]*)"\s*(?:[\t;|](.*))?', line):
        return [" ".join(quoted[1].split()), *([] if quoted[2] is None else _split_row(quoted[2]))]
    sign = next((sign for sign in "\t;|" if sign in line), "\t")
    return [" ".join(cell.split()) for cell in line.strip(" ").split(sign)]


_GRADES = {"": 0, "yes": 1, "x": 1, "✓": 1, "no": 0}
_UNJUDGED = {"?", "-", "–", "not judged", "unjudged"}


def _parse_grade(cell: str) -> int | None:
    """The grade in a cell, None for an unjudged result; ValueError if it is no grade."""
    word = cell.lower()
    if word in _UNJUDGED:
        return None
    grade = _GRADES[word] if word in _GRADES else int(word) if re.fullmatch(r"\d{1,2}", word, re.ASCII) else -1
    if not 0 <= grade <= MAX_GRADE:
        raise ValueError(cell)
    return grade


def _is_ranked(row: list[str], rank: int) -> bool:
    """Whether a row begins with its rank, and a title follows."""
    return row[0] == str(rank) and (len(row) > 2 or (len(row) == 2 and not _is_grade(row[1])))


def _is_grade(cell: str) -> bool:
    """Whether a cell holds a grade, or says that there is none."""
    try:
        _parse_grade(cell)
    except ValueError:
        return False
    return True


_HEADS = {"grade", "grades", "relevant", "relevance", "rel", "judgment", "judged", "label", "score"}


def _is_head(line: str, first: list[str], second: list[str]) -> bool:
    """Whether the first row, of this line, names columns: it ends in no grade or score, and the second row does.

    One that is typed, without tabs, ends in a word for such a column; others are results with a mistyped grade.
    """
    named, given = (len(row) > 1 and (_is_grade(row[-1]) or _is_score(row[-1])) for row in (first, second))
    return len(first) > 1 and not named and given and ("\t" in line or first[-1].lower() in _HEADS)


def _is_score(cell: str) -> bool:
    """Whether a cell holds a score: a finite number."""
    found = re.fullmatch(r"[-+]?\d{1,30}([.,]\d{1,30})?(e[-+]?\d{1,3})?", cell.lower(), re.ASCII)
    return found is not None and math.isfinite(float(cell.replace(",", ".")))


def _read_row(at: int, row: list[str], scored: int) -> OwnResult:
    """The result in the cells of line `at`; the last is its score if results have one, as line `scored` says; or 0."""
    if scored:
        if len(row) < 3:
            raise ExampleError(
                f"line {at}: its score is missing, as line {scored} has one; "
                "write title, grade and score in each line, or no scores"
            )
        if not _is_score(row[-1]):
            raise ExampleError(f"line {at}: “{row[-1][:20]}” is no score; write a number, such as 12.5")
        return _read_row(at, row[:-1], 0)._replace(score=float(row[-1].replace(",", ".")))
    cells = row[:-1] if len(row) > 1 else row
    title = " ".join(filter(None, cells))
    try:
        grade = _parse_grade(row[-1]) if len(row) > 1 else 0
    except ValueError:
        raise ExampleError(
            f"line {at}: “{row[-1][:20]}” is no grade; write a whole number from 0 to {MAX_GRADE}, or ? for none"
        ) from None
    picture, _, rest = title.partition(" ")
    return OwnResult(rest, grade, picture) if rest and _is_emoji(picture) else OwnResult(title, grade)


def _is_emoji(text: str) -> bool:
    """Whether a text is an emoji: a few characters that are all symbols or join symbols."""
    return 0 < len(text) <= 12 and all(unicodedata.category(sign) in _EMOJI_KINDS for sign in text)


def _check_text(place: str, text: str, longest: int) -> None:
    """Raise an ExampleError unless a text is on one line and short enough."""
    if len(text) > longest:
        raise ExampleError(f"{place}: it has {len(text):,} characters, and at most {longest:,} fit")
    if _NOT_TEXT.search(text):
        raise ExampleError(f"{place}: it has a character that is no text")


def _check_query(place: str, query: OwnQuery, top: int) -> None:
    """Raise an ExampleError that begins with `place` if a query or one of its results is invalid."""
    _check_text(place, query.query, MAX_TITLE_CHARACTERS)
    if not query.query:
        raise ExampleError(f"{place}: say what is searched for")
    if not 2 <= len(query.results) <= MAX_RESULTS:
        raise ExampleError(f"{place}: it needs 2 to {MAX_RESULTS} results, and has {len(query.results)}")
    for at, (title, grade, picture, _) in enumerate(query.results, 1):
        here = f"{place}, result {at}"
        _check_text(here, title, MAX_TITLE_CHARACTERS)
        if not title:
            raise ExampleError(f"{here}: it needs a title")
        if grade is not None and (type(grade) is not int or not 0 <= grade <= top):
            raise ExampleError(f"{here}: a grade is a whole number from 0 to {top}, or none")
        if picture and not _PICTURE.fullmatch(picture) and not _is_emoji(picture):
            raise ExampleError(f"{here}: its picture is neither an emoji nor one of this file")
    _check_scores(place, [one.score for one in query.results])


def _check_scores(place: str, scores: Sequence[float | None]) -> None:
    """Raise an ExampleError that begins with `place` unless all scores are unknown, or numbers that do not rise."""
    last = math.inf
    for at, score in enumerate(scores, 1):
        here = f"{place}, result {at}"
        if (score is None) != (scores[0] is None):
            raise ExampleError(f"{here}: give all results a score, or none")
        if score is None:
            continue
        if type(score) not in (int, float) or not math.isfinite(score):
            raise ExampleError(f"{here}: a score is a number")
        if score > last:
            raise ExampleError(f"{here}: its score is higher than that of the result before; sort them by score")
        last = score


def _require_mapping(place: str, data: object) -> dict[str, Any]:
    """The data if it is a JSON object; ExampleError otherwise."""
    if not isinstance(data, dict):
        raise ExampleError(f"{place}: expected an object with fields")
    return data


def _read_text(place: str, data: object) -> str:
    """The data if it is a text, with single spaces; ExampleError otherwise."""
    if not isinstance(data, str):
        raise ExampleError(f"{place}: expected a text")
    return " ".join(data[: 2 * MAX_WORDS_CHARACTERS].split())


def _read_query(place: str, data: object) -> OwnQuery:
    """Read a query with its results from JSON; `place` names it in errors."""
    fields = _require_mapping(place, data)
    results = fields.get("results")
    if not isinstance(results, list):
        raise ExampleError(f"{place}: expected a list of results")
    found = []
    for at, one in enumerate(results[: MAX_RESULTS + 1], 1):
        here = f"{place}, result {at}"
        result = _require_mapping(here, one)
        title, picture = _read_text(here, result.get("title", "")), _read_text(here, result.get("picture", ""))
        score = result.get("score")
        found.append(OwnResult(title, result.get("grade", 0), picture, float(score) if type(score) is int else score))
    return OwnQuery(_read_text(place, fields.get("query", "")), tuple(found))


def _query_to_json(query: OwnQuery) -> dict[str, Any]:
    """A query as JSON, without fields that say nothing."""
    results = [
        {name: value for name, value in one._asdict().items() if value != "" and (name, value) != ("score", None)}
        for one in query.results
    ]
    return {"query": query.query, "results": results}


@lru_cache(maxsize=256)
def _pack(example: OwnExample) -> str:
    """The text of an own example for a link: its JSON, compressed."""
    text = json.dumps(example.to_json(), ensure_ascii=False, separators=(",", ":"))
    return PREFIX + urlsafe_b64encode(zlib.compress(text.encode(), 9)).rstrip(b"=").decode()


@lru_cache(maxsize=256)
def _make_desk(example: OwnExample, name: str) -> Desk:
    """The fresh desk of an own example; `name` is its text for a link, which need not be packed as here."""
    boards = tuple(
        Board(
            id=f"own-{at}",
            query=query.query,
            items=tuple(
                Item(f"r{rank}", one.title, picture=picture_source(one.picture))
                for rank, one in enumerate(query.results, 1)
            ),
            order=tuple(range(len(query.results))),
            grades=tuple(one.grade or 0 for one in query.results),
            top=example.top,
            incomplete=any(one.grade is None for one in query.results),
            unjudged=frozenset(at for at, one in enumerate(query.results) if one.grade is None),
        )
        for at, query in enumerate(example.queries, 1)
    )
    # The ties of a desk are of all its boards: with several queries, those that all of them have.
    scores = [*zip(*([one.score for one in query.results] for query in example.queries), strict=True)]
    ties = find_ties(scores) if all(None not in row for row in scores) else ()
    cutoff = (len(scores) + 1) // 2
    return Desk(name, boards, boards[0].id, cutoff, metric="nDCG" if example.top > 1 else "AP", ties=ties)


def picture_source(picture: str) -> str | None:
    """An item's picture: the name of one that browsers hold, or an emoji drawn as an image; None for none."""
    if not picture or is_own(picture):
        return picture or None
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#ece6d9"/>'
        f'<text x="50" y="54" font-size="60" text-anchor="middle" dominant-baseline="middle">{picture}</text></svg>'
    )
    return "data:image/svg+xml;base64," + b64encode(drawn.encode()).decode()


def _tie_results(results: Sequence[OwnResult], before: Groups, after: Groups) -> Sequence[OwnResult]:
    """The results with scores that say what was tied and parted by hand, if they have scores."""
    scores = [one.score for one in results if one.score is not None]
    if not scores or before == after:
        return results
    changed = change_scores(scores, before, after)
    return [one._replace(score=score) for one, score in zip(results, changed, strict=True)]


def _list_results(board: Board, results: Sequence[OwnResult]) -> tuple[OwnResult, ...]:
    """The results of a board in its order with its grades; `results` are those of its items, with the ranks' scores."""
    return tuple(
        results[index]._replace(grade=None if index in board.unjudged else board.grades[index], score=one.score)
        for index, one in zip(board.order, results, strict=True)
    )
