"""What holds for all tests."""

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

# Nothing is left behind in the working directory, where pytest would come across it.
set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "irviz-hypothesis")

# A slow machine is no failure: examples have no deadline, and may take their time to be made.
settings.register_profile(
    "irviz", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("irviz")
