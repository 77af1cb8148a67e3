"""The parts that a page may have: folders with a skeleton, or with a module that draws them."""

from pathlib import Path

_OWN = [path for path in (Path(__file__).parents[1] / "irviz" / "ui").glob("*/*") if path.stem == path.parent.name]

PARTS = sorted({path.stem for path in _OWN if path.suffix == ".html" or "\nexport default " in path.read_text("utf-8")})
