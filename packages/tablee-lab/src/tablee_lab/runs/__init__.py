"""What tournaments, batches and studies share.

experiment  a game, a variant and a seed: the plan of each
executors   runs the parts of a job here, in threads, in processes, or on a Ray cluster
estimate    a figure with its interval
report      figures in words, as JSON and as rows of a plot
"""

from .estimate import Estimate, mean, share
from .executors import Executor, here, on_ray, processes, threads
from .experiment import Experiment, derive

__all__ = ["Estimate", "Executor", "Experiment", "derive", "here", "mean", "on_ray", "processes", "share", "threads"]
