"""The promises of the palette, checked with published formulas.

Contrast: WCAG 2.2. Difference: Euclidean in OKLab (Ottosson 2020, "A perceptual color space for
image processing"). Colour blindness: Machado, Oliveira, Fernandes 2009, "A Physiologically-based
Model for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), table of matrices at severity
1.0, applied to linear RGB.
"""

import re
from itertools import combinations
from pathlib import Path
from typing import Literal

import pytest

import irviz
from irviz.metrics import METRICS
from irviz.state.chosen_conventions import PLOTTED
from irviz.views.curves import MARKER_SIZE
from irviz.views.palette import FREE, LOOKS, Colours, Look, palettes
from tests.each import each

MAIN = tuple(metric.name for metric in PLOTTED)
"""Those that share a chart."""

UI = Path(irviz.__file__).parent / "ui"

Theme = Literal["light", "dark"]
Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

GROUNDS: dict[Theme, tuple[str, str]] = {"light": ("#fbfaf7", "#ffffff"), "dark": ("#14171c", "#1e232b")}
"""Page and card, as in tokens.css."""

EYES: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
RGB_TO_LMS: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
LMS_TO_LAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def times(matrix: Matrix, vector: Vector) -> Vector:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return (x, y, z)


def linear(colour: str) -> Vector:
    def channel(at: int) -> float:
        value = int(colour[at : at + 2], 16) / 255
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    return (channel(1), channel(3), channel(5))


def seen(colour: str, eyes: str) -> Vector:
    red, green, blue = (min(1, max(0, value)) for value in times(EYES[eyes], linear(colour)))
    long, medium, short = (value ** (1 / 3) for value in times(RGB_TO_LMS, (red, green, blue)))
    return times(LMS_TO_LAB, (long, medium, short))


def distance(one: str, other: str, eyes: str) -> float:
    pairs = zip(seen(one, eyes), seen(other, eyes), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        red, green, blue = linear(colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def colours(look: Look, theme: Theme) -> Colours:
    return look.light if theme == "light" else look.dark


DRAWN = {name: LOOKS[name] for name in MAIN} | {
    f"free {place}": look for place, look in enumerate(FREE) if look not in LOOKS.values()
}
"""What may stand in one chart: the metrics, and the next ones that somebody adds."""


@each("theme", ["light", "dark"])
@each("look", [*LOOKS.values(), *FREE])
def test_lines_and_texts_stand_out_from_page_and_card(look: Look, theme: Theme) -> None:
    found = colours(look, theme)

    for ground in GROUNDS[theme]:
        assert contrast(found["line"], ground) >= 3
        assert contrast(found["text"], ground) >= 4.5


SHEETS = [*(UI / "style").glob("*.css"), UI.parent / "static" / "static.css"]
CONTROLS = re.compile(r"\.ix-(button|quiet|chip|field|segments|entry|nav-all(?!.* \+))\b|ExpandSidebarButton")


def tokens(theme: Theme) -> dict[str, str]:
    """The colours of the page by name."""
    written = (UI / "style" / "tokens.css").read_text(encoding="utf-8").split("@media")[0]
    light, dark = written.split(':root[data-ix-theme="dark"]')
    named = r"--ix-([\w-]+): (#[0-9a-f]{6});"
    return dict(re.findall(named, light)) | (dict(re.findall(named, dark)) if theme == "dark" else {})


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_edges_of_controls_stand_out_from_whatever_they_lie_on(theme: Theme) -> None:
    known = tokens(theme)
    assert (known["page"], known["card"]) == GROUNDS[theme]
    rules = [rule for sheet in SHEETS for rule in re.findall(r"([^{}]+){([^{}]*)}", sheet.read_text(encoding="utf-8"))]
    edges = {
        (selector.split("*/")[-1].strip(), token)
        for selector, style in rules
        if CONTROLS.search(selector)
        for token in re.findall(r"border(?:-color)?:[^;]*var\(--ix-([\w-]+)", style)
        if token in known
    }
    assert {".ix-entry", '.ix-field[aria-invalid="true"]'} <= {selector for selector, _ in edges}
    weak = {
        (selector, token, ground, round(contrast(known[token], known[ground]), 2))
        for selector, token in edges
        for ground in ("page", "card", "sunken")
        if contrast(known[token], known[ground]) < 3
    }
    assert weak == set()


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_main_metrics_are_told_apart_by_all_eyes(theme: Theme, eyes: str) -> None:
    lines = {name: colours(look, theme)["line"] for name, look in DRAWN.items()}

    for one, other in combinations(DRAWN, 2):
        assert distance(lines[one], lines[other], eyes) >= 0.1, (one, other)


def test_main_metrics_are_told_apart_without_colour() -> None:
    assert len({look.dash for look in DRAWN.values()}) == len(DRAWN)
    assert len({look.symbol for look in DRAWN.values()}) == len(DRAWN)


def test_every_marker_has_an_outline_for_its_sample_and_a_size() -> None:
    outlines = (UI / "curves" / "swatch.js").read_text(encoding="utf-8")

    for look in (*LOOKS.values(), *FREE):
        assert re.search(rf'\b"?{look.symbol}"?: "M', outlines), look.symbol
        assert look.symbol in MARKER_SIZE


def test_a_mean_looks_like_what_it_is_the_mean_of() -> None:
    named = [metric for metric in METRICS.values() if metric.mean_name]

    assert {"RR", "AP"} <= {metric.name for metric in named}
    for metric in named:
        assert LOOKS[metric.mean_name] is LOOKS[metric.name]


def test_palettes_give_both_themes() -> None:
    found = palettes(MAIN)

    assert list(found["light"]) == list(found["dark"]) == list(MAIN)
    assert found["light"]["P"] == LOOKS["P"].light


def test_the_formulas_themselves() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert seen("#ffffff", "normal") == pytest.approx((1, 0, 0), abs=1e-6)
    # Red and green of about the same lightness, the classic confusion.
    assert distance("#b08000", "#7a9000", "protanopia") < 0.5 * distance("#b08000", "#7a9000", "normal")
