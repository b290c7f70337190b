"""Every run of the tests is the same run: Hypothesis draws its examples from the test's own name."""

from hypothesis import settings

settings.register_profile("tablee", derandomize=True, deadline=None)
settings.load_profile("tablee")
