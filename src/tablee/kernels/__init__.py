"""Array forms of the games, for the solvers: numba code over integers, checked against the readable rules.

Importing this package imports nothing heavy; each kernel module does, when a solver first needs it.
"""
