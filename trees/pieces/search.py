"""Pieces of mastermind-5x8: first guess class x cell; a line each in trees/pieces."""
import os, sys, time

import numpy as np
import treegen
from treegen.games.lookup import as_game
from treegen.native.interface import NEVER
from treegen.search.core import make_search, run_native
from treegen.search.problem import Position, Prices, Problem
name, threads, limit = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
firsts = sys.argv[4:]
path = f"trees/pieces/{name}.txt"
done = {}
if os.path.exists(path):
    for line in open(path):
        w = [] if line[0] == "#" else line.split()
        if w:
            done[w[0], w[1]] = w
game = as_game(name, "x")
t0 = time.time()
game.table
print("table", time.time() - t0, flush=True)
search = make_search(game, "all", Prices(), 4 << 30)
work = []
for first in firsts:
    g = game.guesses.index(first)
    row = game.row(g, slice(None))
    for f in np.unique(row).tolist():
        c = np.flatnonzero(row == f).astype(np.int32)
        work.append((len(c), first, g, f, c))
work.sort(key=lambda w: w[0])
for n, first, g, f, c in work:
    label = game.labels[f]
    key = first, str(label).replace(" ", "")
    if key in done:
        continue
    if f == game.winning:
        result = "exact", 1, 0
    w0, c0 = time.time(), time.process_time()
    if f != game.winning:
        r = run_native(search, Problem(game, position=Position(c, (g,)), depth=1, wants_tree=False), threads, (lambda e=time.time()+limit: time.time() > e))
        state = "stopped" if r.is_stopped else "exact"
        result = state, r.bound, -1 if r.cost is None else r.cost
    line = f"{key[0]} {key[1]} {n} {result[0]} {result[1]} {result[2]} {time.process_time()-c0:.1f} {time.time()-w0:.1f}"
    print(line, flush=True)
    with open(path, "a") as out:
        out.write(line + "\n")
