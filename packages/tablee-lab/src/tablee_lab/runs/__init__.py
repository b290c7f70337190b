"""Big runs: where they run, and how sure one can be of what they say.

spread    the parts of a job, done here, in threads, in several processes, or on a Ray cluster
estimate  a figure with its interval
"""

from tablee.core.columns import aligned

from .estimate import Estimate, share, wilson
from .spread import Spread, here, on_ray, processes, threads

__all__ = ["Estimate", "Spread", "aligned", "here", "on_ray", "processes", "share", "threads", "wilson"]
