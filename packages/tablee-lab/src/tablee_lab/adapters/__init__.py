"""Other frameworks' clothes for the games: one numbering of moves, one observation, thin wrappers.

space                     moves, masks, observations and rewards as numbers; imports no framework
cadeau, blocs, laaancez   what the space of each game is made of, out of its small vectors
open_spiel                games that `pyspiel.load_game` knows
pettingzoo, gymnasium     environments: taking turns, all at once, or one seat against bots
episode, picture          what those two share: a game with its chance, an action space that knows the rules, pictures
"""
