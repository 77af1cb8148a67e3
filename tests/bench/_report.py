"""Tables, and what has to stand above them: versions, machine and load."""

from __future__ import annotations

import math
import os
import platform
import statistics
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def heading(title: str, *packages: str) -> None:
    """Say what is measured, with what and where."""
    print(title)
    versions = [f"{package} {version(package)}" for package in ("irviz", "streamlit", *packages)]
    print(f"Python {platform.python_version()}, {', '.join(versions)}")
    load = os.getloadavg()[0]
    print(f"{processor()}, {os.cpu_count()} cores, {platform.system()}; load before: {load:.2f}\n")


def processor() -> str:
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table: the first column to the left, the others to the right."""
    lines = [list(head), *(list(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    for number, line in enumerate(lines):
        cells = [line[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
        print("  ".join(cells).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths))
    print()


@dataclass(frozen=True)
class Sample:
    """Measured values of one kind."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def quantile(self, share: float) -> float:
        """The value that this share of all values does not exceed."""
        ordered = sorted(self.values)
        return ordered[max(0, math.ceil(share * len(ordered)) - 1)]

    @property
    def p95(self) -> float:
        return self.quantile(0.95)

    def line(self, digits: int = 1) -> str:
        """Median, quartiles and 95th percentile."""
        if not self.values:
            return "no values"
        low, high = self.quantile(0.25), self.quantile(0.75)
        return f"{self.median:.{digits}f} ({low:.{digits}f} to {high:.{digits}f}), p95 {self.p95:.{digits}f}"


def verdict(value: float, limit: float, digits: int = 2, unit: str = "") -> list[str]:
    """A value beside the most it may be: three cells of a table."""
    word = "reached" if value <= limit else "missed"
    return [f"{value:.{digits}f}{unit}", f"≤ {limit:.3g}{unit}", word]
