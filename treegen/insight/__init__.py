"""Analysis of games and trees: information tables, next guesses, reviews, comparisons and verification.

May import: `treegen.optimal`, and what that may import.
"""
