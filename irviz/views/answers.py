"""How a class has answered, as the wall shows and says it: the counts, and once revealed, what is right and why."""

from __future__ import annotations

from collections import Counter
from math import floor
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from irviz.lenses.formatting import pluralize
from irviz.metrics.rounding import format_rounded
from irviz.views.elements import Element, h
from irviz.views.numbers import format_decimal, format_percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from irviz.views.elements import Child

WAYS = {
    "direction": (
        ("up", "▲", "up", "goes up"),
        ("same", "=", "same", "stays the same"),
        ("down", "▼", "down", "goes down"),
    ),
    "preference": (
        ("first", "A", "", "prefers A"),
        ("same", "=", "same", "prefers neither"),
        ("second", "B", "", "prefers B"),
    ),
}
"""By the kind of question: each answer, its sign and word above a column, and what it says of the metric."""

FEW_LINES = 2
"""With so many lines at most, these are larger."""

_TOLERANCE = 0.0005  # of what is written with three decimals; phones judge alike (phone/answers.js)
_WIDTH, _HEIGHT, _DOT = 200, 26, 2.4
_SURE = "How sure, from 1 to 5:"


def describe_answers(event: Mapping[str, Any]) -> dict[str, Any]:
    """What the wall shows and says of a room's answers.

    Args:
        event: The room as JSON for students, with the counts of the question's answers (`irviz.rooms.room`), and
            with the number of students who are ``here``.

    Returns:
        ``result``, the elements of the answers; ``spoken``, the same of the last round, to hear; and for a question
        for values ``dots``, which the chart shows: the cutoff, how near is right, and for each metric the values of
        each round and the right one, None before it is revealed.

    Example:
        >>> question = {"kind": "direction", "metrics": [{"name": "P", "title": "P@3"}]}
        >>> counts = {"round": 1, "answered": 2, "metrics": {"P": {"up": 2, "same": 0, "down": 0}}, "sure": {}}
        >>> describe_answers({"question": question, "tally": [counts]})["spoken"]
        'P@3: 2 up.'
    """
    answers = _Answers(event)
    found: dict[str, Any] = {"result": [answers.show()], "spoken": answers.speak()}
    if answers.kind == "value":
        found["dots"] = {
            "k": event["question"]["cutoff"],
            "near": answers.near,
            "metrics": {
                one["name"]: {
                    "rounds": [answers.of(round_, one) for round_ in answers.rounds],
                    "to": answers.reveal[one["name"]]["to"] if answers.reveal else None,
                }
                for one in answers.metrics
            },
        }
    return found


class _Answers:
    """The answers to a question in all its rounds."""

    def __init__(self, event: Mapping[str, Any]) -> None:
        question = event["question"]
        self.kind: str = question["kind"]
        self.metrics: Sequence[Mapping[str, Any]] = question["metrics"]
        self.near: float = question.get("near", 0)
        self.rounds: Sequence[Mapping[str, Any]] = event["tally"]
        self.here: int = event.get("here", 0)
        self.reveal: Mapping[str, Mapping[str, Any]] | None = event.get("reveal")
        self.ways = WAYS.get(self.kind, ())
        self.is_rated = any(any(one["sure"].values()) for one in self.rounds)

    def of(self, round_: Mapping[str, Any], metric: Mapping[str, Any]) -> Any:
        """What was said of a metric in a round: values in their order, or how often each answer was given."""
        return round_["metrics"].get(metric["name"], [] if self.kind == "value" else {})

    def show(self) -> Element:
        """All answers as an element; it has the same places before and after the solution is revealed."""
        line = self._show_ways if self.ways else self._show_moves if self.kind == "challenge" else self._show_values
        heads = self.ways and h(
            "li.ix-room-ways",
            h("span.ix-room-sure", self._describe_confidence("Sure")),
            (h("strong", sign, h("span", f" {word}"), key=way) for way, sign, word, _ in self.ways),
            self.reveal and h("strong", "✓ right"),
            key="ways",
            aria_hidden="true",
        )
        return h(
            "div.ix-room-result",
            h(
                "ul.ix-room-tally.ix-as-grid.ix-xs",
                heads,
                map(line, self.metrics),
                not self.ways and self.is_rated and h("li", self._describe_confidence(_SURE), key="sure"),
                self.reveal and h("li.ix-room-reason.ix-s", self._explain(), key="reason"),
                data_testid="room-tally",
                data_kind=self.kind,
                data_ways=bool(self.ways) or None,
                data_lines="few" if len(self.metrics) * len(self.rounds) <= FEW_LINES else "many",
            ),
            self.ways and h("p.ix-said", self._describe_confidence(_SURE)),
            key="result",
            data_testid="outcome" if self.reveal else None,
        )

    def speak(self) -> str:
        """What was said of each metric in the last round, and how many were right once that is revealed."""
        return " ".join(f"{one['title']}: {self._speak_of(one)}." for one in self.metrics)

    def _speak_of(self, metric: Mapping[str, Any]) -> str:
        said = self.of(self.rounds[-1], metric)
        if self.kind == "challenge":
            best = f". {self.reveal[metric['name']]['reason'].rstrip('.')}" if self.reveal else ""
            return f"{self._count_solvers(said)}{best}"
        if self.reveal:
            share = self._find_right_share(metric, self.rounds[-1])
            return "no answers" if share is None else f"{_format_whole(share)} right"
        if self.kind == "value":
            middle = format_decimal(median(said)) if said else ""
            return f"{len(said)} said a value, the median {middle}" if said else "nobody said a value"
        counts = [f"{said[way]} {word or sign}" for way, sign, word, _ in self.ways if said.get(way)]
        return ", ".join(counts) or "no answers"

    def _show_ways(self, metric: Mapping[str, Any]) -> Element:
        """The answers about a metric: a column for each, a line for each round."""
        several = len(self.rounds) > 1
        right = self.reveal and self.reveal[metric["name"]]["right"]
        columns = (
            h(
                "div.ix-room-way.ix-round-s.ix-relative.ix-sunken",
                h("span.ix-said", f"{words}: "),
                (
                    self._show_bar(round_, self.of(round_, metric), way, last=round_ is self.rounds[-1])
                    for round_ in self.rounds
                ),
                way == right
                and h("span.ix-room-tick.ix-absolute.ix-centred.ix-xs.ix-bold", "✓", h("span.ix-said", " right")),
                key=way,
                data_way=way,
                data_right=way == right if self.reveal else None,
            )
            for way, _, _, words in self.ways
        )
        return h(
            "li.ix-room-metric",
            h("strong.ix-hue.ix-s", metric["title"]),
            h(
                "div.ix-soft.ix-room-rounds",
                several and [h("span", f"Round {one['round']}", key=one["round"]) for one in self.rounds],
                aria_hidden="true",
            ),
            columns,
            # Its lines are there before, so that nothing moves for them.
            h(
                "div.ix-room-came.ix-relative.ix-nowrap",
                self._describe_outcome(metric, in_column=True) if self.reveal else (h("span"), h("strong")),
                key="came",
            ),
            key=metric["name"],
            data_hue=metric["name"],
            data_metric=metric["name"],
        )

    def _show_bar(self, round_: Mapping[str, Any], counts: Mapping[str, int], way: str, *, last: bool) -> Element:
        """How many gave an answer in a round, as a bar."""
        count, total = counts.get(way, 0), sum(counts.values())
        share = count / total if total else 0.0
        return h(
            "div.ix-room-bar.ix-as-grid.ix-relative.ix-middle.ix-nowrap",
            h("span.ix-room-fill.ix-round-s.ix-absolute", style={"width": f"{100 * share:.6g}%"}),
            h(
                "span.ix-room-share.ix-relative",
                self.ways and len(self.rounds) > 1 and h("span.ix-said", f"Round {round_['round']}: "),
                h("strong", count),
                h("span", f" {_format_whole(share)}"),
            ),
            key=round_["round"],
            data_round=round_["round"],
            data_last="" if last else None,
        )

    def _describe_outcome(self, metric: Mapping[str, Any], *, in_column: bool) -> Iterable[Child]:
        """From which value to which, or of two lists both; and which share of the class was right in each round."""
        true = (self.reveal or {})[metric["name"]]
        before, after = (format_decimal(true[name]) for name in ("from", "to"))
        moved = after if true["from"] is None else f"{before} → {after}"
        yield h("span", f"A {before}, B {after}" if self.kind == "preference" else moved)
        shares = [self._find_right_share(metric, one) for one in self.rounds]
        within = f" right, within {self.near:g}" if self.kind == "value" else " right"
        yield h(
            "strong",
            "no answers"
            if {*shares} == {None}
            else (
                " → ".join(map(_format_whole, shares)),
                # The head of a column says it.
                h("span", within, class_="ix-said" if in_column else None),
            ),
        )

    def _count_solvers(self, counts: Mapping[str, int]) -> str:
        """How many have solved a challenge, of those who are here."""
        total = sum(counts.values())
        return f"{total} of {self.here} solved it" if self.here >= total > 0 else f"{total} solved it"

    def _show_moves(self, metric: Mapping[str, Any]) -> Element:
        """In how many moves a challenge was solved."""
        round_ = self.rounds[-1]
        counts = self.of(round_, metric)
        lines = [
            h(
                "div.ix-room-way.ix-round-s.ix-relative.ix-sunken",
                h("span.ix-strong", f"{made} {pluralize(int(made), 'move')}"),
                self._show_bar(round_, counts, made, last=True),
                key=made,
                data_way=made,
            )
            for made in sorted(counts, key=int)
        ]
        return h(
            "li",
            lines or "Nobody has solved it.",
            key=metric["name"],
            data_metric=metric["name"],
            aria_label=metric["title"],
        )

    def _show_values(self, metric: Mapping[str, Any]) -> Element:
        """The values that were said of a metric in words, and on a line, unless the page has a chart for them."""
        said = [self.of(one, metric) for one in self.rounds]
        medians = " → ".join(format_decimal(median(some)) if some else "–" for some in said)
        counts = " → ".join(str(len(some)) for some in said)
        told = f"{counts} said a value, the median {medians}" if any(said) else "nobody said a value"
        dots = f"On the chart, each dot is an answer about {metric['title']}"
        last = len(self.rounds)
        rounds = f": hollow in round {last - 1}, filled in round {last}" if last > 1 else ""
        return h(
            "li",
            h(
                "div.ix-line",
                h("ix:charted", h("ix:dotted", metric["title"], of=metric["name"])),
                h("ix:uncharted", h("strong.ix-hue", metric["title"])),
                h("span", told),
                self.reveal
                and h("span.ix-line.ix-one-line.ix-nowrap", self._describe_outcome(metric, in_column=False)),
            ),
            any(said) and h("ix:charted", h("ix:chosen", h("p.ix-soft", f"{dots}{rounds}."), of=metric["name"])),
            h("ix:uncharted", (self._show_line(metric, one) for one in self.rounds)),
            key=metric["name"],
            data_metric=metric["name"],
            data_hue=metric["name"],
        )

    def _show_line(self, metric: Mapping[str, Any], round_: Mapping[str, Any]) -> Element:
        """Each value of a round as a dot above a line from 0 to 1; those that would touch stand on each other."""
        values = self.of(round_, metric)
        lines: list[float] = []  # where the last dot of each stands: values come in their order
        dots = []
        for x in map(_find_x, values):
            level = next((at for at, last in enumerate(lines) if x - last >= 2 * _DOT), len(lines))
            lines[level : level + 1] = [x]
            dots.append((x, level))
        step = min(2 * _DOT, (_HEIGHT - 2) / max(len(lines), 1))
        around: Child = None
        if self.reveal:
            true = self.reveal[metric["name"]]["to"]
            low, high = (_find_x(true + far) for far in (-self.near, self.near))
            around = h("rect.ix-room-near", x=low, y=0, width=high - low, height=_HEIGHT - 1)
        return h(
            "figure.ix-room-line",
            h(
                "figcaption",
                f"Round {round_['round']}: " if len(self.rounds) > 1 else "",
                f"the median {format_decimal(median(values))}" if values else "no values",
            ),
            h(
                "svg",
                around,
                h("line", x1=_find_x(0), x2=_find_x(1), y1=_HEIGHT - 1, y2=_HEIGHT - 1),
                (h("circle", cx=x, cy=_HEIGHT - 1 - _DOT - level * step, r=_DOT) for x, level in dots),
                viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
                role="img",
                aria_label=f"The values said for {metric['title']}",
            ),
            h("div.ix-line.ix-ends.ix-soft", (h("span", one) for one in ("0", "0.5", "1")), aria_hidden="true"),
            key=round_["round"],
            data_round=round_["round"],
        )

    def _explain(self) -> Iterable[Child]:
        """Why the metric that the class misjudged most is what it is; of a challenge, how many solved it best."""
        reveal, last = self.reveal or {}, self.rounds[-1]
        if self.kind == "challenge":
            metric = self.metrics[0]
            counts, fewest = self.of(last, metric), reveal[metric["name"]]["to"]
            best = f", {counts.get(str(int(fewest)), 0)} of them in the fewest moves" if fewest else ""
            yield counts and h("strong", f"{self._count_solvers(counts)}{best}.")
            yield f" {reveal[metric['name']]['reason']}"
            return
        found = {one["name"]: self._find_beliefs(one) for one in self.metrics}
        marks = [self._rate(one, found[one["name"]][0]) for one in self.metrics]
        worst = self.metrics[marks.index(min(marks))]
        title = "" if self.kind == "preference" else f"{worst['title']}: "
        if min(marks)[0] < 1 and len(self.metrics) > 1 and marks.count(min(marks)) == 1:
            yield h("strong", f"Most misjudged was {title}" if title else "Most misjudged: ")
            title = ""
        # Of several queries the first stands for all.
        reason, more, _ = reveal[worst["name"]]["reason"].partition("; “")
        yield f"{title}{reason}{' …' if more else ''}"
        share, beliefs = found[worst["name"]]
        if beliefs:
            so = "one of these were so" if len(beliefs) > 1 else "this were so"
            told = " ".join(f"“{one}”" for one in beliefs)
            yield f" {_format_whole(share)} answered as it would be if {so}: {told}"

    def _rate(self, metric: Mapping[str, Any], explained: float) -> tuple[float, ...]:
        """How well a metric was judged in the last round, in all, and how few had one wrong belief (`explained`)."""
        shares = [self._find_right_share(metric, one) for one in self.rounds]
        known = [1.0 if share is None else share for share in shares]
        return known[-1], fmean(known), -explained

    def _find_beliefs(self, metric: Mapping[str, Any]) -> tuple[float, list[str]]:
        """The misconceptions that explain most wrong answers of the last round, after the share of all that do so."""
        true = (self.reveal or {})[metric["name"]]
        given = self._list_given(metric, self.rounds[-1])
        wrong = [one for one in given if not self._is_answer(one, true["to"], true["right"])]
        beliefs = true["beliefs"]
        counts = [sum(self._is_answer(one, held["to"], held["said"]) for one in wrong) for held in beliefs]
        most = max(counts, default=0)
        if not most:
            return 0.0, []
        answer = "to" if self.kind == "value" else "said"
        first = beliefs[counts.index(most)]
        return most / len(given), [
            held["belief"]
            for held, count in zip(beliefs, counts, strict=True)
            if count == most and held[answer] == first[answer]
        ]

    def _list_given(self, metric: Mapping[str, Any], round_: Mapping[str, Any]) -> list[Any]:
        """All answers about a metric in a round, each as often as it was given."""
        said = self.of(round_, metric)
        return said if self.kind == "value" else [*Counter(said).elements()]

    def _is_answer(self, one: Any, value: float | None, word: object) -> bool:
        """Whether an answer is a value, or near enough to it as both are written; else, whether it is a word."""
        if self.kind != "value":
            return bool(one == word)
        return value is not None and abs(one - value) <= self.near + _TOLERANCE

    def _find_right_share(self, metric: Mapping[str, Any], round_: Mapping[str, Any]) -> float | None:
        """Which share of those who answered was right; None where nobody did."""
        true = (self.reveal or {})[metric["name"]]
        given = self._list_given(metric, round_)
        right = [one for one in given if self._is_answer(one, true["to"], true["right"])]
        return len(right) / len(given) if given else None

    def _describe_confidence(self, words: str) -> str:
        """How sure the class was, on average in each round; empty where it was not asked."""
        if not self.is_rated:
            return ""
        means = []
        for round_ in self.rounds:
            total = sum(round_["sure"].values())
            weighed = sum(int(one) * count for one, count in round_["sure"].items())
            means.append(format_rounded(weighed / total, 1) if total else "–")
        return f"{words} {' → '.join(means)}"


def _find_x(value: float) -> float:
    """Where a value stands on the line from 0 to 1, in its units; beyond its ends at these."""
    return 5 + min(max(value, 0), 1) * (_WIDTH - 10)


def _format_whole(share: float | None) -> str:
    """A share from 0 to 1 in whole percent; a dash for None."""
    return "–" if share is None else format_percent(floor(100 * share + 0.5) / 100)
