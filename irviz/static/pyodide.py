"""Pyodide, the Python of browsers: its npm package is fetched and verified, or read from a folder.

Browsers get less of it: the standard library is without development tools, and uncompressed within one
compressed file, which is smaller.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import tarfile
from base64 import b64encode
from hashlib import sha512
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from zipfile import ZipFile, ZipInfo

if TYPE_CHECKING:
    from collections.abc import Collection


class PackageError(RuntimeError):
    """An npm package cannot be fetched; the text is one line."""


def fetch_package(name: str, version: str) -> bytes:
    """Fetch a package from npm, as the bytes of its archive.

    Args:
        name: The name of the package.
        version: Its exact version.

    Raises:
        PackageError: If npm is missing, or cannot fetch it.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise PackageError(f"{name} is fetched by npm, which is not here: install Node")
    with TemporaryDirectory() as place:
        command = [npm, "pack", f"{name}@{version}", "--silent", "--pack-destination", place]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - nothing of a stranger
        found = next(Path(place).glob("*.tgz"), None)
        if done.returncode or found is None:
            said = " ".join((done.stderr or done.stdout).split())[-200:]
            raise PackageError(f"npm could not fetch {name}@{version} ({said}): look at the network")
        return found.read_bytes()


def unpack_package(whole: bytes) -> dict[str, bytes]:
    """The content of each file of an npm archive by path, without its top folder.

    Args:
        whole: The archive, from `fetch_package`.
    """
    with tarfile.open(fileobj=io.BytesIO(whole)) as archive:
        files = ((one, archive.extractfile(one)) for one in archive.getmembers())
        return {one.name.partition("/")[2]: file.read() for one, file in files if file}


VERSION = "314.0.7"
"""The version that goes with our Python; its memory can be read by no other."""

SUM = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The SHA-512 of its npm package, as the registry has it."""

LOADER = "pyodide.mjs"
RUNTIME = "pyodide.asm.mjs"
CORE = "pyodide.asm.wasm"
LIBRARY = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
FILES = (LOADER, RUNTIME, CORE, LIBRARY, LOCK)
"""What is needed of the package."""

LEFT_OUT = {
    "_pyio",
    "_pyrepl",
    "bdb",
    "ctypes",
    "doctest",
    "ftplib",
    "imaplib",
    "mailbox",
    "multiprocessing",
    "optparse",
    "pdb",
    "pickletools",
    "plistlib",
    "poplib",
    "profile",
    "pstats",
    "pydoc",
    "pydoc_data",
    "smtplib",
    "socketserver",
    "sqlite3",
    "trace",
    "tracemalloc",
    "turtle",
    "unittest",
    "wsgiref",
    "xmlrpc",
}
"""Modules of the standard library that neither irviz nor Pyodide imports."""


class PyodideError(RuntimeError):
    """Pyodide cannot be fetched, or has another version; the text is one line with the remedy."""


def read_package(folder: Path | None = None) -> dict[str, bytes]:
    """The content of each file that is needed of the package Pyodide, by name.

    Args:
        folder: The folder of the unpacked package; by default, npm fetches it.

    Raises:
        PyodideError: If the package is missing, incomplete or of another version, or npm cannot fetch it.
    """
    found = _read_folder(folder) if folder else unpack_package(_fetch_pyodide())
    missing = next((name for name in (*FILES, "package.json") if name not in found), None)
    if missing:
        raise PyodideError(f"{folder}: expected the npm package pyodide@{VERSION}, unpacked; there is no {missing}")
    version = json.loads(found["package.json"]).get("version")
    if version != VERSION:
        raise PyodideError(f"{folder}: expected pyodide {VERSION}, found {version}")
    return found


def _read_folder(folder: Path) -> dict[str, bytes]:
    """The content of each needed file that a folder with Pyodide has, by name."""
    names = (*FILES, "package.json")
    return {name: (folder / name).read_bytes() for name in names if (folder / name).is_file()}


def _fetch_pyodide() -> bytes:
    """Fetch the package Pyodide from npm, verify its checksum, and return its archive."""
    try:
        whole = fetch_package("pyodide", VERSION)
    except PackageError as error:
        raise PyodideError(
            f"{error}, or give --pyodide a folder with the npm package pyodide@{VERSION}, unpacked"
        ) from None
    if b64encode(sha512(whole).digest()).decode() != SUM:
        raise PyodideError(f"what npm fetched is not pyodide@{VERSION}: its sum is another")
    return whole


def trim_standard_library(whole: bytes, begun: Collection[str] = ()) -> bytes:
    """The zip archive of Python's standard library without the modules that browsers do not need.

    Args:
        whole: The zip archive of Pyodide's standard library.
        begun: The modules that are left out, too, as the memory snapshot has them.
    """
    there = {path for name in begun for path in module_paths(name)}
    made = io.BytesIO()
    with ZipFile(io.BytesIO(whole)) as found, ZipFile(made, "w") as kept:
        for name in found.namelist():
            wanted = name.partition("/")[0].removesuffix(".py") not in LEFT_OUT
            if wanted and name not in there and _is_needed_codec(name):
                kept.writestr(ZipInfo(name), found.read(name))
    return made.getvalue()


def module_paths(module: str) -> tuple[str, str]:
    """The two paths at which a module's source may be in an archive: that of a file, and that of a package.

    Example:
        >>> module_paths("irviz.metrics")
        ('irviz/metrics.py', 'irviz/metrics/__init__.py')
    """
    path = module.replace(".", "/")
    return f"{path}.py", f"{path}/__init__.py"


def _is_needed_codec(name: str) -> bool:
    """Whether a file of the standard library is a codec that reading files needs, or no codec at all."""
    folder, _, file = name.partition("/")
    kinds = ("__init__", "aliases", "utf_", "ascii", "latin_1", "idna", "punycode", "raw_", "unicode_")
    return folder != "encodings" or file.startswith(kinds)
