"""The exact search: the least cost of a position, and a tree of that cost.

`search(problem, limits, memory)` is the only way to an exact value.  A `Problem` states the task: a game, the pool
of guesses, a price for each depth at which a secret may be found, and the position.  `Limits` say how long the search
may take and what it may use; they never change its result.  `Memory` keeps what earlier searches of the same game and
pool have proved.  The answer is a `Result`.
"""
