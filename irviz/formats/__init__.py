r"""Files in and out: runs and judgments as TREC, CSV, TSV and JSON have them, and lists typed by hand.

`read` takes any of them, says what is wrong in one line, and returns plain dictionaries. `paired`
brings a run and its judgments together, `count_contents` counts what is in them. Standard library only.

>>> from irviz.formats import read
>>> read("q1 Q0 d7 1 0.9 bm25\nq1 Q0 d2 2 0.5 bm25\n").run
{'q1': {'d7': 0.9, 'd2': 0.5}}
"""

from irviz.formats.decoding import Source
from irviz.formats.errors import COMMAND_LIMITS, PAGE_LIMITS, FormatError, Limits, TooLargeError
from irviz.formats.reading import count_contents, paired, read, read_file
from irviz.formats.records import Contents, Qrels, Run
from irviz.formats.scripts import write_ir_measures_script, write_irviz_script
from irviz.formats.table import Layout

__all__ = [
    "COMMAND_LIMITS",
    "PAGE_LIMITS",
    "Contents",
    "FormatError",
    "Layout",
    "Limits",
    "Qrels",
    "Run",
    "Source",
    "TooLargeError",
    "count_contents",
    "paired",
    "read",
    "read_file",
    "write_ir_measures_script",
    "write_irviz_script",
]
