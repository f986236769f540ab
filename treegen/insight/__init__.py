"""Analysis of games and trees: information tables, next guesses, reviews, comparisons and verification."""
