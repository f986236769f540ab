"""treegen differentiate: prepare a game graph, and play or judge the game of identifying its vertices."""

from __future__ import annotations

import os

import click

from treegen.cli.common import format_option, is_quiet, print_rows, verb
from treegen.cli.help import HelpPage
from treegen.cli.options import DURATION
from treegen.cli.output import write_output
from treegen.differentiate.solutions import LANGUAGES, read_solution

_CHUNK = 1 << 20
MAX_CHANGES = 4242  # as treegen.differentiate.game, which starts slowly


class _BeforeCommand(HelpPage):
    """A command whose arguments end at `--`; what follows is the command line of a program to run."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        at = args.index("--") if "--" in args else len(args)
        ctx.meta["program"] = args[at + 1 :]
        return super().parse_args(ctx, args[:at])


@verb("treegen differentiate graph.txt", cls=_BeforeCommand)
@click.argument("path", metavar="[FILE] [-- COMMAND...]", required=False)
@click.option("--judge", "is_judged", is_flag=True, help="Play the judge's protocol on standard input and output.")
@click.option("--referee", "is_referee", is_flag=True, help="Act as an adaptive judge for the program after --.")
@click.option(
    "--to", "language", type=click.Choice(list(LANGUAGES)), help="Write a program to paste, which plays with the judge."
)
@click.option(
    "--changes",
    type=click.IntRange(0, MAX_CHANGES),
    default=MAX_CHANGES,
    show_default=True,
    help="Change at most this many edges.",
)
@click.option("-o", "target", metavar="FILE", help="Also write the tree to a file; with --to, the program.")
@click.option("--games", type=click.IntRange(0, 2000), default=100, show_default=True,
              help="Games for the referee to play on each graph.")  # fmt: skip
@click.option("--graphs", type=click.IntRange(1, 10000), help="How many graphs the referee makes: six shapes in turn, "
              "the first six of the largest size, the others of random sizes.  [default: 6]")  # fmt: skip
@click.option(
    "--time-limit", type=DURATION, default=10.0, metavar="LIMIT", help="For each turn of the program  [default: 10s]"
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the referee's graphs.")
@format_option
def command(
    path: str | None,
    is_judged: bool,
    is_referee: bool,
    language: str | None,
    changes: int,
    target: str | None,
    games: int,
    graphs: int | None,
    time_limit: float,
    seed: int,
    style: str,
) -> int:
    """Change a few edges of the acyclic graph in FILE so that questions identify every vertex (Codeforces 1442F).

    FILE contains the judge's input (N M T and M edges) or only edges, one per line.  The output is the changes in the
    judge's format, and a line after # that summarises them.  The referee plays the graph in FILE, or graphs of all
    shapes that it makes.  With --to, the output is a program that does all this, without FILE.
    """
    program = click.get_current_context().meta["program"]
    if is_judged and is_referee:
        raise click.UsageError("--judge and --referee exclude each other")
    if graphs is not None and (path or not is_referee):
        raise click.UsageError("--graphs is for --referee without a FILE")
    if bool(program) != is_referee:
        raise click.UsageError("--referee needs a program after --, and only --referee takes one")
    if language is not None:
        if path or is_judged or is_referee or changes != MAX_CHANGES:
            raise click.UsageError("--to writes a program, which reads any graph itself; only -o goes with it")
        write_output(read_solution(language).encode(), target)
        return 0
    if is_referee:
        return _referee(path, program, games, graphs, time_limit, seed, style)
    if is_judged:
        if path or target:
            raise click.UsageError("--judge reads the graph from standard input, and writes no file")
        from treegen.differentiate.session import play

        play(lambda: os.read(0, _CHUNK), lambda text: print(text, end="", flush=True), changes)
        return 0
    if target == "-":
        raise click.UsageError("the changes are written to standard output; name a file for the tree")
    if path is None:
        raise click.UsageError("a graph is missing; name a FILE, or - for standard input")
    return _prepare(path, changes, target)


def _prepare(path: str, changes: int, target: str | None) -> int:
    from treegen.differentiate.game import build_tree, prepare
    from treegen.differentiate.graph import open_graph

    plan = prepare(open_graph(path), changes)
    tree = build_tree(plan, changes)
    if target is not None:
        tree.write(target)
    click.echo("\n".join(plan.lines()))
    if not is_quiet():
        graph = plan.graph
        click.echo(
            f"# {graph.vertices} vertices, {len(graph.edges)} edges: {plan.changes} of {changes} changes, "
            f"{len(plan.asked)} question vertices; worst {tree.depth - 1}, average {tree.average - 1:.3f} questions"
        )
    return 0


def _referee(
    path: str | None, program: list[str], games: int, graphs: int | None, time_limit: float, seed: int, style: str
) -> int:
    from treegen.differentiate.graph import SHAPES, make_shapes, open_graph
    from treegen.differentiate.referee import play

    named = make_shapes(graphs or len(SHAPES), seed) if path is None else [(path, open_graph(path))]
    rows = [play(program, graph, games, seed=seed, time_limit=time_limit).row(name, graph) for name, graph in named]
    print_rows(rows, style)
    return 1 if any(row["result"] != "won" for row in rows) else 0
