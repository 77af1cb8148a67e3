r"""From LaTeX to MathML, which browsers typeset by themselves.

The terms of a worked formula belong to ranks, and the page lights a term together with its card. LaTeX
has no place for that, so `irviz.lenses.formulas.mark_rank` writes it as a colour that nobody uses, and
`mathml` turns the colour into attributes.
"""

from __future__ import annotations

import re

from latex2mathml.converter import convert

from irviz.state.cache import cache_by_size

_MARK = re.compile(r'mathcolor="#(0[01])([0-9a-f]{4})"')
_LETTERS = re.compile(r'(?:<mi mathvariant="normal">[A-Za-z]</mi>){2,}')
_LETTER = re.compile(r"<mi>&#x000([45][0-9A-F]);</mi>")
_TAGS = re.compile(r"<[^>]+>")
_LOG = re.compile(r"(<msub><mi>log</mi><mn>2</mn></msub>)(?=<m[in]>)")

# A number or a marking colour; not what belongs to a name, such as the base of a logarithm.
_NUMBER = re.compile(r"(?<=\\color\{#)\w+|(?<![\w.])\d+(?:\.\d+)?(?!\w)")
_PLACE = re.compile(r"9000(\d{5})")

# The first two digits of a marking colour.
_STATES = {"00": "false", "01": "true"}


@cache_by_size(lambda text, latex: 300 + len(text) + len(latex))
def mathml(latex: str) -> str:
    r"""MathML of a formula in LaTeX.

    Args:
        latex: The formula; by colours, pieces of it may be marked as belonging to a rank.

    Returns:
        A ``<math>`` element. Marked pieces are elements with ``data-rank`` and ``data-relevant``.

    >>> 'data-rank="2" data-relevant="true"' in mathml(r"1 + {\color{#010002} 3}")
    True
    """
    numbers = _NUMBER.findall(latex)
    places = iter(range(len(numbers)))
    shape = _typeset_shape(_NUMBER.sub(lambda _: f"9000{next(places):05}", latex))
    return _MARK.sub(_mark_attributes, _PLACE.sub(lambda place: numbers[int(place[1])], shape))


@cache_by_size(lambda text, latex: 300 + len(text) + len(latex))
def _typeset_shape(latex: str) -> str:
    """MathML of LaTeX that has placeholders in place of numbers, cached: many formulas differ only in numbers."""
    text = convert(latex.replace(r"\sum_", r"\sum\limits_"))
    # Firefox leaves the space around an operator out of what it takes a formula to be wide: it is padding.
    text = text.replace("<mo>&#x02211;</mo>", '<mo class="ix-sum" lspace="0" rspace="0">&#x02211;</mo>')
    text = _LETTERS.sub(lambda run: f"<mi>{_TAGS.sub('', run[0])}</mi>", text)
    text = _LETTER.sub(lambda one: f'<mi mathvariant="normal">{chr(int(one[1], 16))}</mi>', text)
    return _LOG.sub(r'\1<mspace width="0.17em"/>', text)


def _mark_attributes(mark: re.Match[str]) -> str:
    """The HTML attributes of a marked piece of a formula: its rank, and whether the result there is relevant."""
    return f'class="ix-of-rank" data-rank="{int(mark[2], 16)}" data-relevant="{_STATES[mark[1]]}"'
