"""DCG against its ideal, rank by rank; this order alone where a lesson has not come to the ideal.

What the discount leaves, the cards in this order and in the ideal one, and the running sums of both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from irviz.lenses import gain
from irviz.views.elements import Child, Element, cell, first_cell, h, head, line, scroll, terms, thumb
from irviz.views.numbers import format_decimal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.state.desk import Desk
_Content = Callable[[int], Child]
"""What stands at a place of a row, counted from 0."""

MOST_PARTS = 24
"With more ranks than this the columns of sums are not divided into their parts."
ROOMY = 12
"With more ranks than this there is no room to write how a term comes about."


def view(desk: Desk, before: Desk | None, untaught: Sequence[str]) -> Child:
    """The panel's elements: DCG against its ideal, rank by rank.

    The arguments are those of `irviz.views.lens.panel`.
    """
    values = gain.show(desk, before)
    panels = values["panels"]
    several = len(panels) > 1
    ideal = "IDCG" not in untaught
    alone = ", ".join(format_decimal(panel["dcg"]) for panel in panels)
    said = values["sentence"] if ideal else f"This order has gathered a DCG@{desk.k} of {alone}."
    rule = f"A result at rank i adds {values['gain']} × {values['discount']}."
    return (
        h(
            "div.ix-stack.ix-tight",
            h("h2.ix-h2", "DCG against its ideal" if ideal else "DCG, rank by rank"),
            h("p.ix-lead", terms(said, once=True), data_testid="gain-text"),
            h("p.ix-caption", rule, data_testid="gain-rule"),
        ),
        h(
            "div.ix-plots",
            (
                h(
                    "section.ix-gain-panel",
                    several and (h("h3.ix-h3", panel["query"]), h("p.ix-caption", panel["sentence"])),
                    panel["columns"] and _Table(panel, values, ideal).render(),
                    "nDCG" not in untaught
                    and panel["fall"]
                    and h("p.ix-caption.ix-before.ix-gain-fall.ix-edged", panel["fall"], data_hue="nDCG"),
                    data_testid="gain-panel",
                )
                for panel in panels
            ),
            data_several=several,
        ),
        ideal and h("p.ix-soft.ix-read.ix-before", terms(values["why"], once=True)),
    )


@dataclass(frozen=True)
class _Table:
    """The table of DCG for one board, with a column for each rank.

    Args:
        panel: The values of the board, from `irviz.lenses`.
        values: The values that are the same for all boards, such as the cutoff and the discounts.
        beside: Whether the table has the ideal order, too.
    """

    panel: Mapping[str, Any]
    values: Mapping[str, Any]
    beside: bool

    @property
    def columns(self) -> Sequence[Mapping[str, Any]]:
        """For each rank, the result there and the sums down to it."""
        return cast("Sequence[Mapping[str, Any]]", self.panel["columns"])

    @property
    def ideal(self) -> Sequence[Mapping[str, Any]]:
        """For each rank, the result that the ideal order has there; empty if the table does not show it."""
        return self.panel["ideal"] if self.beside else ()

    def render(self) -> Element:
        """An element with the table in a scrollable box."""
        width = max(len(self.columns), len(self.ideal))
        said = f"DCG{' and its ideal' if self.beside else ''} by rank for “{self.panel['query']}”"
        ranks = (head("", at + 1, **self._position_attributes(at)) for at in range(width))
        return scroll(
            "Gains by rank",
            h(
                "table.ix-gain.ix-wide.ix-s",
                h("caption.ix-said", said),
                h("thead", line(head(".ix-gain-first", "rank"), ranks, class_="ix-gain-rank"), role="rowgroup"),
                h("tbody", (self._render_line(*row, width) for row in self._list_rows()), role="rowgroup"),
                role="table",
                data_testid="gain",
                data_hue="nDCG",
                data_crowded=width > ROOMY,
                style={"--ix-columns": width},
            ),
        )

    def _render_line(self, name: str, title: str, more: str, content: _Content, width: int) -> Element:
        """A row of the table.

        Args:
            name: The name of the row, for its class.
            title: The label of the row.
            more: A remark after the label.
            content: Makes the contents of the cell at a position, from 0.
            width: The number of positions.
        """
        stands = self._ideal_position_attributes if name == "ideal" else self._position_attributes
        return line(
            first_cell(".ix-gain-first", h("b.ix-block", title), " ", h("span", more)),
            (cell("", content(at), **stands(at)) for at in range(width)),
            class_=f"ix-gain-{name}",
        )

    def _list_rows(self) -> Iterator[tuple[str, str, str, _Content]]:
        """The rows of the table, each as (name, label, remark, function that makes the contents of a cell)."""
        panel, k = self.panel, self.values["k"]
        yield "discount", "discount leaves", self.values["discount"], self._render_discount
        yield "order", "this order", f"{self.values['gain']} × that", self._render_card
        if self.beside:
            missed = any(one["from"] is None for one in self.ideal)
            more = "dashed: missed" if missed else "best first"
            yield "ideal", "ideal order", more, self._render_ideal_card
        more = "filled: this order" if self.beside else ""
        yield "sums", "running sums", more, self._render_sums
        yield "dcg", f"DCG@{k}", format_decimal(panel["dcg"]), self._render_sum("dcg")
        if self.beside:
            ratio = format_decimal(panel["ratio"]) if panel["defined"] else "undefined"
            yield "idcg", f"IDCG@{k}", format_decimal(panel["idcg"]), self._render_sum("idcg")
            yield "ratio", f"nDCG@{k}", ratio, self._render_sum("ratio")

    def _position_attributes(self, at: int) -> dict[str, object]:
        """The data attributes of a cell: its rank, and whether that is at or above the cutoff; `at` counts from 0."""
        rank, k = at + 1, self.values["k"]
        return {"data_rank": rank, "data_counted": rank <= k, "data_cutoff": rank == k}

    def _ideal_position_attributes(self, at: int) -> dict[str, object]:
        """The data attributes of the ideal order's cell `at`, from 0: its result's rank on the board, if counted."""
        place = self._position_attributes(at)
        if at >= len(self.ideal):
            return {**place, "data_rank": None, "data_missed": False}
        one = self.ideal[at]
        own = {"data_rank": one["from"], "data_missed": one["from"] is None}
        return {**place, **own, "data_counted": one["counted"]}

    def _discount_at(self, at: int) -> float | None:
        """The discount at a position, from 0; None past the end."""
        discounts = self.values["discounts"]
        return discounts[at]["value"] if at < len(discounts) else None

    def _render_discount(self, at: int) -> Child:
        """The discount at a position, from 0, as a bar and a number."""
        discount = self._discount_at(at)
        if discount is None:
            return None
        height = {"height": f"{2.5 * discount:.5g}rem"}
        return h("i.ix-gain-left.ix-block", aria_hidden="true", style=height), h("span", format_decimal(discount))

    def _render_card(self, at: int) -> Child:
        """The result at a position, from 0, with what it adds; None past the end of the list."""
        if at >= len(self.columns):
            return None
        one = self.columns[at]
        return self._render_gain(
            at,
            one,
            aria_label=f"{one['title']}, grade {one['grade']}",
            data_words=None if one["picture"] else one["title"],
        )

    def _render_ideal_card(self, at: int) -> Child:
        """The result at a position of the ideal order, from 0, with its present rank, or that it is not retrieved."""
        if at >= len(self.ideal):
            return None
        one = self.ideal[at]
        missed = one["from"] is None
        where = "not retrieved" if missed else f"now at rank {one['from']}"
        words = "missed" if missed else None if one["picture"] else one["title"]
        return self._render_gain(
            at,
            one,
            aria_label=f"{one['title']}, grade {one['grade']}, {where}",
            title=f"{one['title']}, {where}",
            data_words=words,
        )

    def _render_gain(self, at: int, one: Mapping[str, Any], **props: object) -> Child:
        """The contents of a cell: a result's picture and grade, gain × discount, and the product.

        Args:
            at: The position, from 0.
            one: The result, from the lens.
            props: Attributes of the picture.
        """
        discount = self._discount_at(at)
        product = None if discount is None else f"{one['gain']} × {format_decimal(discount)}"
        return (
            h(
                "span.ix-gain-card.ix-block.ix-relative",
                thumb(one, ranked=False, **props),
                h("b.ix-badge.ix-absolute", one["grade"], aria_hidden="true"),
            ),
            h("span.ix-gain-product", product),
            h("b.ix-gain-term", format_decimal(one["term"]) if one["term"] else "0"),
        )

    def _render_sum(self, name: str) -> _Content:
        """The function that makes the cells of a running sum: `name` is dcg, idcg or ratio."""

        def content(at: int) -> Child:
            """The running sum at a position, from 0; None past the end of the list."""
            if at >= len(self.columns):
                return None
            one = self.columns[at]
            return "–" if name == "ratio" and one["idcg"] <= 0 else format_decimal(one[name])

        return content

    def _render_sums(self, at: int) -> Child:
        """The running sum at a position, from 0, as a column in parts by rank, in the outline of the ideal sum."""
        if at >= len(self.columns):
            return None

        def height(total: float) -> dict[str, str]:
            """The style that makes a part of the column as high as its value."""
            return {"height": f"{100 * total / self.panel['top']:.5g}%"}

        here, before = self.columns[at], self.columns[: at + 1]
        parts = [(one["rank"], one["term"]) for one in before if one["term"] > 0]
        if len(self.columns) > MOST_PARTS:
            parts = [(here["rank"], here["dcg"])]
        return h(
            "div.ix-gain-column.ix-relative",
            self.beside and h("i.ix-gain-outline.ix-absolute", style=height(here["idcg"])),
            h("div.ix-gain-parts", (h("i.ix-hue-fill", data_rank=rank, style=height(term)) for rank, term in parts)),
            aria_hidden="true",
        )
