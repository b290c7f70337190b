"""Solvers: what they offer, where their tables are, and the compiled kernels they run.

solvers         the contract of a solver, and its questions by the name of a game: advise, solve, values, policy
solution        what they answer; `handicap`: head starts that make chances even
generic_solver  any small game, solved from its rules: `graph`, its positions and their values; `matrix_game`
tablebase       arrays on disk, checked; `data/`: those that come with us
background      large tablebases, built by a process of their own
runtime         the kernels of a module as functions of buffers and numbers
wasmtime_host   the host on a desk; `pyodide_host`: in a browser
types           what solvers and kernels both know
wasm/           the compiled files; their sources are `tablee_lab.kernels`
"""
