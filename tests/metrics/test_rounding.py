"""There is one way to round: as on paper, and in Python as in the browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.metrics.rounding import format_rounded

PACKAGE = Path(__file__).parents[2] / "irviz"
SHARES = [Fraction(k, n) for n in range(1, 201) for k in range(n + 1)]
HALFWAY = [Fraction(2 * k + 1, 2 * 10**digits) for digits in (1, 2, 3, 4) for k in range(2500)]


def on_paper(value: Fraction, digits: int) -> str:
    """The value to so many decimals by arithmetic in whole numbers, and up from halfway."""
    number = (2 * abs(value) * 10**digits + 1) // 2
    sign = "-" if value < 0 else ""
    return f"{sign}{Decimal(int(number)).scaleb(-digits):.{digits}f}"


@pytest.mark.exhaustive
@pytest.mark.parametrize("digits", [1, 3, 4])
def test_fractions_are_rounded_as_on_paper(digits: int) -> None:
    for value in (*SHARES, *HALFWAY):
        assert format_rounded(float(value), digits) == on_paper(value, digits), value
        if value >= Fraction(1, 2 * 10**digits):
            assert format_rounded(-float(value), digits) == on_paper(-value, digits)


@given(st.lists(st.integers(1, 40), min_size=1, max_size=12))
def test_a_sum_is_rounded_alike_in_whatever_order_it_is_added_up(ranks: list[int]) -> None:
    there, back = (list(accumulate(1 / rank for rank in order))[-1] / len(ranks) for order in (ranks, ranks[::-1]))

    assert format_rounded(there) == format_rounded(back)


@given(st.floats(-1e9, 1e9))
def test_any_number_is_rounded_to_the_nearest(value: float) -> None:
    shown = Fraction(format_rounded(value))

    assert abs(shown - Fraction(value)) <= Fraction(1, 2000) + abs(Fraction(value)) / 10**11
    near = Decimal(value).quantize(Decimal("0.001"), ROUND_HALF_UP)
    assert abs(Decimal(format_rounded(value)) - near) <= Decimal("0.001")


@pytest.mark.exhaustive
def test_the_browser_rounds_alike() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node.js; tests/browser compares what is on the page")
    values = [float(value) for value in (*SHARES, *HALFWAY)]
    values += [-value for value in values] + [value * 1e6 for value in values[:500]]
    script = (
        f"import {{ rounded }} from {json.dumps((PACKAGE / 'ui/numbers.js').as_uri())};"
        "import fs from 'node:fs';"
        "const all = JSON.parse(fs.readFileSync(0, 'utf8'));"
        "console.log(JSON.stringify(all.map((one) => [1, 3, 4].map((digits) => rounded(one, digits)))));"
    )
    told = subprocess.run(
        [node, "--input-type=module", "-e", script],
        input=json.dumps(values),
        capture_output=True,
        text=True,
        check=True,
    )

    assert json.loads(told.stdout) == [[format_rounded(value, digits) for digits in (1, 3, 4)] for value in values]


FORMATS = re.compile(r"\{[^{}]*:\+?\.\{?\w+\}?[f%]\}|\.toFixed\(|%\.\d+f")
ELSEWHERE = {
    "metrics/rounding.py": "the rule itself",
    "ui/numbers.js": "the rule itself",
    "metrics/orders.py": "what a programmer sees of an object",
    "metrics/comparison.py": "what a programmer sees of an object",
    "metrics/notebook.py": "the place of a point",
    "formats/evaluation/measures.py": "the name of a recall level, as trec_eval writes it",
    "state/goals/clause.py": "a decimal that is exact",
    "views/lens/precision_recall.py": "the place of a point",
    "views/answer_files.py": "the length of a bar, and the ends of a tenth",
    "views/results_share.py": "the size of a file",
    "state/deck_file.py": "the size of a file",
    "cli.py": "the size of a folder",
}
"""Files that format a number otherwise, each with what that number is."""


def test_nothing_is_rounded_otherwise() -> None:
    found = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*")
        if path.suffix in {".py", ".js"} and FORMATS.search(path.read_text(encoding="utf-8"))
    }

    assert found <= {*ELSEWHERE}
