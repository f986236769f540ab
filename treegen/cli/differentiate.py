"""Changes a few edges of the acyclic graph in FILE so that questions identify every vertex (Codeforces 1442F).

FILE contains the judge's input (N M T and M edges) or only edges, one per line. The output is the changes in the
judge's format, and a line after # that summarises them. The referee plays the program of COMMAND, after --, on the
graph in FILE, or on graphs of all shapes that it makes. With --to, the output is a program that does all this, without
FILE.
"""

from __future__ import annotations

import os
from importlib.resources import files

from player.cli.command import Namespace, Parser, read_seed, read_time, whole
from player.errors import BadInput, require
from treegen.cli.common import Run, print_rows
from treegen.cli.options import options
from treegen.cli.output import write_output

_CHUNK = 1 << 20
MAX_CHANGES = 4242  # as treegen.differentiate.game, which starts slowly

PARSER = Parser(__doc__, "treegen differentiate graph.txt", *options("format"))
PARSER.set_defaults(command=[])
add = PARSER.add
add("FILE", nargs="?")
add("--judge", "play the judge's protocol on standard input and output")
add("--referee", "act as an adaptive judge for the program after --")
add("--to", "write a program to paste, which plays with the judge", choices=("cpp", "python"))
add("--changes N", f"change at most N edges (default: {MAX_CHANGES})", default=MAX_CHANGES,
    type=whole(0, MAX_CHANGES))  # fmt: skip
add("-o FILE", "also write the tree to a file; with --to, the program", dest="path")
add("--games N", "games for the referee to play on each graph (default: 100)", default=100,
    type=whole(0, 2000))  # fmt: skip
add("--graphs N", "how many graphs the referee makes (default: 6): six shapes in turn, the first six of the largest"
    " size, the others of random sizes", type=whole(1, 10000))  # fmt: skip
add("--time-limit LIMIT", "for each turn of the program (default: 10s)", type=read_time, default=10.0)
add("--seed N", "seed of the referee's graphs (default: 0)", type=read_seed, default=0)


def run(args: Namespace) -> int:
    path, target, changes = args.file, args.path, args.changes
    require(not (args.judge and args.referee), "--judge and --referee exclude each other")
    require(args.graphs is None or (args.referee and not path), "--graphs is for --referee without a FILE")
    require(bool(args.command) == args.referee, "--referee needs a program after --, and only --referee takes one")
    if args.to is not None:
        if path or args.judge or args.referee or changes != MAX_CHANGES:
            raise BadInput("--to writes a program, which reads any graph itself; only -o goes with it")
        write_output((files("treegen.differentiate") / "solutions" / f"solution.{args.to}.txt").read_bytes(), target)
        return 0
    if args.referee:
        return _referee(args)
    if args.judge:
        require(not path and not target, "--judge reads the graph from standard input, and writes no file")
        from treegen.differentiate.session import play

        play(lambda: os.read(0, _CHUNK), lambda text: print(text, end="", flush=True), changes)
        return 0
    require(target != "-", "the changes are written to standard output; name a file for the tree")
    require(path is not None, "a graph is missing; name a FILE, or - for standard input")
    return _prepare(path, changes, target)


def _prepare(path: str, changes: int, target: str | None) -> int:
    from treegen.differentiate.game import build_tree, prepare
    from treegen.differentiate.graph import open_graph

    plan = prepare(open_graph(path), changes)
    tree = build_tree(plan, changes)
    if target is not None:
        tree.write(target)
    print("\n".join(plan.lines()))
    if not Run.is_quiet:
        graph = plan.graph
        print(
            f"# {graph.vertices} vertices, {len(graph.edges)} edges: {plan.changes} of {changes} changes, "
            f"{len(plan.questions)} question vertices; worst {tree.depth - 1}, average {tree.average - 1:.3f} questions"
        )
    return 0


def _referee(args: Namespace) -> int:
    from treegen.differentiate.graph import SHAPES, make_shapes, open_graph
    from treegen.differentiate.referee import play

    named = [(args.file, open_graph(args.file))] if args.file else make_shapes(args.graphs or len(SHAPES), args.seed)
    limits = {"seed": args.seed, "time_limit": args.time_limit}
    rows = [{"graph": name, **play(args.command, graph, args.games, **limits)} for name, graph in named]
    print_rows(rows, args.style)
    return 1 if any(row["result"] != "won" for row in rows) else 0
