"""A first game of each kind that teaches by doing, at /learn/<game> and /learn/<game>/<step>.

Nothing is kept of a learner: a step is a fixed position, and the answer to it stands in the address. A lesson is read
when somebody first asks for it.
"""
