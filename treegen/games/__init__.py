"""Games as feedback tables, which are made by the rules of their families."""
