"""The three games, one folder each: rules, notation, words, board, solver, terminal, page, paper, lesson."""
