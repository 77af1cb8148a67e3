"""Packages of npm's registry, which npm fetches and checks."""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory


class PackageError(RuntimeError):
    """A package cannot be had; its text is one line."""


def fetched(name: str, version: str) -> bytes:
    """A package as the registry has it.

    Args:
        name: Of the package.
        version: Of it, exactly.

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
            raise PackageError(
                f"npm could not fetch {name}@{version} ({said}): look at the network"
            )
        return found.read_bytes()


def unpacked(whole: bytes) -> dict[str, bytes]:
    """The files of a package by their path, without the folder that npm puts them into.

    Args:
        whole: From `fetched`.
    """
    with tarfile.open(fileobj=io.BytesIO(whole)) as archive:
        files = ((one, archive.extractfile(one)) for one in archive.getmembers())
        return {one.name.partition("/")[2]: file.read() for one, file in files if file}
