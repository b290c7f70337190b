"""Laaancez on arrays: combats solved whole, recruitment played by matrix games, values learned from exact combats.

combat        every throw of a combat, won or lost
matrix        two-person zero-sum matrix games
recruitment   sheets as small integers: choices, features, the learned value, self-play
"""
