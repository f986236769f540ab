"""treegen render: a tree as a picture or as a graph for other programs, or several trees as a plot."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

import click

from player.errors import BadInput
from player.tree import read_tree
from treegen.cli.common import note, verb
from treegen.cli.output import write_output

if TYPE_CHECKING:
    from player.tree import Tree

__all__ = ["command"]

# The options that each kind of output takes besides TREE and -o.
OPTIONS = {
    "svg": {"at", "levels", "secret", "size", "force"},
    "png": {"at", "levels", "secret", "size", "force"},
    "pdf": {"at", "levels", "secret", "size", "force"},
    "dot": {"at", "levels", "secret", "size", "force"},
    "graphml": {"at", "levels"},
    "json": {"at", "levels"},
}
PLOTS = ("histogram", "left", "information")


@verb()
@click.argument("sources", metavar="TREE...", nargs=-1, required=True)
@click.option("--at", metavar="HISTORY", help="Show the subtree after a history, as in 0123:01,1456:02.")
@click.option("--levels", type=click.IntRange(min=1), metavar="N", help="Show N levels  [default: as many as readable]")
@click.option("--secret", metavar="SECRET", help="Highlight the whole path to this secret.")
@click.option("--size", metavar="a4|16x9|WxH", help="Fit the picture to a page, a slide, or W by H centimetres.")
@click.option("--force", is_flag=True, default=None, help="Show more than is readable.")
@click.option("--plot", type=click.Choice(PLOTS), help="Plot figures of one or more trees.")
@click.option("-o", "path", metavar="FILE", help="A .svg, .png, .pdf, .dot, .graphml or .json file; - prints dot.")
def command(
    sources: tuple[str, ...],
    at: str | None,
    levels: int | None,
    secret: str | None,
    size: str | None,
    force: bool | None,
    plot: str | None,
    path: str | None,
) -> None:
    """Draw TREE with Graphviz, write it as a graph (GraphML, node-link JSON), or plot figures of several TREEs.

    The plot "histogram" shows how many secrets are found at each guess, "left" how many candidates are left when each
    guess is asked, and "information" how many bits second guesses gain.
    """
    path = path or f"{_stem(sources[0])}{f'.{plot}' if plot else ''}.svg"
    form = _form(path)
    asked = {"at": at, "levels": levels, "secret": secret, "size": size, "force": force}
    allowed = set() if plot else OPTIONS[form]
    for name, value in asked.items():
        if value is not None and name not in allowed:
            raise BadInput(f"--{name} does not apply to {f'--plot {plot}' if plot else f'.{form}'}; leave it out")
    if plot:
        trees = [(_stem(source), read_tree(source)) for source in sources]
        _plot(trees, plot, path, form)
    elif len(sources) > 1:
        raise BadInput("a picture shows one TREE; only --plot takes several")
    elif form in ("graphml", "json"):
        from treegen.render import network

        graph = network.to_networkx(read_tree(sources[0]), at=at or "", levels=levels)
        write_output(network.to_graphml(graph) if form == "graphml" else network.to_node_link(graph), path)
    else:
        _draw(read_tree(sources[0]), path, form, at or "", levels, secret, size, bool(force))
    if path != "-":
        click.echo(path)


def _form(path: str) -> str:
    form = "dot" if path == "-" else os.path.splitext(path)[1].lower().removeprefix(".")
    if form not in OPTIONS:
        raise BadInput(f"{path!r}: the file name must end in one of: {', '.join(f'.{name}' for name in OPTIONS)}")
    return form


def _stem(source: str) -> str:
    """Return the name of a tree in file names and plots: bulls-4x10.total for its name and for its file."""
    return "tree" if source == "-" else os.path.basename(source).removesuffix(".tree")


def _draw(
    tree: Tree, path: str, form: str, at: str, levels: int | None, secret: str | None, size: str | None, is_forced: bool
) -> None:
    from treegen.render import dot

    page = dot.read_page(size) if size else None
    folded = dot.fold(tree, at=at, levels=levels, secret=secret, page=page, is_forced=is_forced)
    source = dot.to_dot(tree, folded.view, page=page)
    if form == "dot":
        write_output(source.encode(), path)
    else:
        try:
            picture = dot.draw(source, form)
        except dot.DotMissing as error:
            instead = os.path.splitext(path)[0] + ".dot"
            write_output(source.encode(), instead)
            command = shlex.join(["dot", f"-T{form}", "-o", path, instead])
            raise BadInput(f"{error}; wrote {instead} instead: {command}") from None
        write_output(picture, path)
    all_nodes = sum(dot.level_sizes(tree, at))
    if levels is None and not is_forced and folded.nodes < all_nodes:
        note(f"{folded.nodes} of {all_nodes} nodes are shown, to be readable; --levels N or --force shows more")
    elif folded.font_size < dot.LEAST_FONT_SIZE:
        note(f"the text is only {folded.font_size:.1f} points high; use fewer --levels or a larger --size")


def _plot(trees: list[tuple[str, Tree]], kind: str, path: str, form: str) -> None:
    from treegen.render import plots

    if form not in plots.FORMATS or path == "-":
        raise BadInput(f"a plot is written to an .svg, .png or .pdf file, not to {path!r}")
    if kind == "histogram":
        figure = plots.histograms([(name, tree.histogram) for name, tree in trees])
    elif kind == "left":
        figure = plots.candidates_left(trees)
    elif len(trees) > 1:
        raise BadInput(f"--plot information takes one TREE, not {len(trees)}")
    else:
        from treegen.games.lookup import game

        tree = trees[0][1]
        figure = plots.information(game(tree.game), tree.guesses[0], tree=tree)
    write_output(plots.to_bytes(figure, form), path)
