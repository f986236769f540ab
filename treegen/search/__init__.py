"""The exact search: the least cost of a position, and a tree of that cost.

All exact values come from `search(problem, limits, memory)`.  A `Problem` states the task: a game, the pool of guesses,
a price for each depth at which a secret may be found, and the position.  `Limits` bound the time, the threads and the
memory; they never change the tree.  `Memory` keeps what earlier searches of the same game and pool have proved.  The
answer is a `Result`.
"""
