"""One file per family of games: each fills the table and says which guesses are equivalent."""
