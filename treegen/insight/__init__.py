"""What can be learnt from games and trees: tables of information, next guesses, reviews, comparisons, verification.

May import: `treegen.optimal` and what lies below it.
"""
