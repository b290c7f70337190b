"""The table in a browser: pages, a small script on top of them, a JSON API, and the stream that keeps them live.

play/       the live table, and looking back at a game
paper/      sheets, referee and scores for games on paper
lessons/    a first game of each kind
api/        the same tables for programs
frame/      what every page stands in
"""
