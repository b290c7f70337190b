"""Tablée for researchers and designers: batches, tournaments, studies of variants, other frameworks.

kernels          the games as numba code over arrays, also the sources of the `.wasm` files that `tablee` ships
batch_policies   what plays in a batch: compiled bots, and functions of your own
simulate         games by the million; `simulate.exploitability` measures how far from perfect a player is
arena            tournaments of bots
lab              what a variant or a sheet is like to play
adapters         OpenSpiel, PettingZoo, Gymnasium, vector environments
runs             what experiments share: plan, executors, estimates, report
cli, page        the commands, and the lab's page of the web table
"""
