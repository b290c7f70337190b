"""Batches: millions of games of any variant, and any single one of them again through the plain rules.

>>> from tablee_lab.simulate import replay, simulate
>>> results = simulate("cadeau", {"zones": 3}, 100_000, seed=1, policies=("greedy", "random"))
>>> results.wins, results.draws, round(results.first.value, 3)
({1: 80411, 2: 12986}, 6603, 0.837)
>>> record = replay("cadeau", {"zones": 3}, seed=1, index=99_999, policies=("greedy", "random"))
>>> len(record.events), record.result
(36, '1')

simulate  plays games on all cores, or wherever a `tablee_lab.runs.Executor` runs them; returns `Results`
replay    one game of a seed, event by event, as a `tablee.core.record.Record`
plan      what is to be played: game, variant, policies, number of games, seed; refuses what cannot be
Results   wins, draws, player 1's share, lengths and scores, each with its 95 % interval
Rows      the games as a file, CSV or Parquet, one row a game

Game `index` of a seed is always the same game. It does not depend on how many are played, in what order, in how many
threads, on which machine, or whether on the CPU or a GPU; so a run cut short is the run of fewer games.
"""

from tablee_lab.simulate.replay import replay

from .batch import Piece, Work, play_batches, prepare, simulate
from .plan import Plan, plan
from .results import Results, Tally
from .rows import Rows

__all__ = ["Piece", "Plan", "Results", "Rows", "Tally", "Work", "plan", "play_batches", "prepare", "replay", "simulate"]
