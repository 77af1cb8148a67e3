r"""Files in and out: runs and judgments as TREC, CSV, TSV and JSON have them, and lists typed by hand.

`read` takes any of them, says what is wrong in one line, and returns plain dictionaries. `paired`
brings a run and its judgments together, `count_contents` counts what is in them. Standard library only.

>>> from irviz.formats import read
>>> read("q1 Q0 d7 1 0.9 bm25\nq1 Q0 d2 2 0.5 bm25\n").run
{'q1': {'d7': 0.9, 'd2': 0.5}}
"""

from __future__ import annotations

from irviz.formats.decoding import Progress, Source
from irviz.formats.errors import COMMAND_LIMITS, PAGE_LIMITS, FormatError, Limits, TooLargeError
from irviz.formats.export.values import Values, qrels_from_lists, run_from_lists, tabulate_comparisons, tabulate_curves
from irviz.formats.reading import Pair, Preview, count_contents, paired, read, read_file
from irviz.formats.records import ONLY_QUERY, Contents, Qrels, Run
from irviz.formats.scripts import Numbers, write_ir_measures_script, write_irviz_script
from irviz.formats.table import Layout

__all__ = [
    "COMMAND_LIMITS",
    "ONLY_QUERY",
    "PAGE_LIMITS",
    "Contents",
    "FormatError",
    "Layout",
    "Limits",
    "Numbers",
    "Pair",
    "Preview",
    "Progress",
    "Qrels",
    "Run",
    "Source",
    "TooLargeError",
    "Values",
    "count_contents",
    "paired",
    "qrels_from_lists",
    "read",
    "read_file",
    "run_from_lists",
    "tabulate_comparisons",
    "tabulate_curves",
    "write_ir_measures_script",
    "write_irviz_script",
]
