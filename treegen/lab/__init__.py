"""Variants of the game: several boards at once, answers that lie, questions asked all at once, and values of games.

Only the command line and the public names of `treegen` import this package.
"""
