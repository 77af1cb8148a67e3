"""What the tests of the pages share."""

from __future__ import annotations

from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner


@pytest.fixture(scope="session", autouse=True)
def looked_for_once() -> None:
    """Streamlit looks through everything that is installed for each page that is run, a tenth of a second."""
    manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
