"""Every run of the tests is the same run: Hypothesis draws its examples from the test's own name.

What it makes of a name also depends on the modules that happen to be loaded, and its checks of health on how busy the
machine is; so those only advise, where a test is written.
"""

import pytest
from hypothesis import HealthCheck, settings

UNHEALTHY = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)
settings.register_profile("tablee", derandomize=True, deadline=None, suppress_health_check=UNHEALTHY)
settings.load_profile("tablee")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers last: Playwright leaves a loop running in its thread, and then no other test can run one of its own."""
    items.sort(key=lambda item: "browser" in item.path.parts)
