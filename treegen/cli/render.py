"""Draws TREE, writes it as a graph (GraphML, node-link JSON), or plots figures of several TREEs.

Without --levels, as many levels are shown as fit a screen or the page. --levels 1 shows the answers to a guess as bars.
Graphviz is needed for PNG and PDF. Averages and shares are by weight where secrets have weights.

The plot "histogram" shows how many secrets are found at each guess, "left" how many candidates are left when each guess
is asked, "information" how many bits second guesses gain, and "entropy" the bits of each guess against the guesses that
are expected after it, first or after --at.
"""

from __future__ import annotations

import os

from player.cli.command import Namespace, Parser, read_count
from player.errors import BadInput
from player.rules.titles import command_line
from player.tree import open_tree
from treegen.cli.common import note
from treegen.cli.output import write_output
from treegen.render.svg import THEMES

# The options of each kind of output, besides TREE and -o.
_ALL = ("at", "levels", "secret", "size", "force", "theme")
OPTIONS = (
    dict.fromkeys(("svg", "png", "pdf"), _ALL)
    | {"dot": _ALL[:-1]}
    | dict.fromkeys(("graphml", "json"), ("at", "levels"))
)
PHONE = "phone"  # A size without pages: as wide as a phone, and as high as necessary.
PLOTS = ("histogram", "left", "information", "entropy")

PARSER = Parser(__doc__, "treegen render bulls-4x10.total --levels 2 -o top.svg")
add = PARSER.add
add("TREE", dest="sources", nargs="+")
add("--at HISTORY", "show the subtree after a history, as in 0123:01,1456:02")
add("--levels N", "show N levels (default: as many as readable)", type=read_count)
add("--secret SECRET", "show the path to this secret, with all other answers folded")
add("--size SIZE", "fit the picture to a page, slide or phone: a4, a5, letter, 16x9, phone, or WxH in cm")
add("--theme", "the colours (default: auto, dark only on a dark screen)", choices=THEMES)
add("--force", "show more than is readable", action="store_true", default=None)
add("--to FORM", f"what is written (default: what FILE ends in): {', '.join(OPTIONS)}", dest="form", choices=OPTIONS)
add("--plot KIND", f"plot figures of one or more trees: {', '.join(PLOTS)}", choices=PLOTS)
add("-o FILE", "a .svg, .png, .pdf, .dot, .graphml or .json file; - prints it", dest="path")


def run(args: Namespace) -> None:
    sources, plot, form, path = args.sources, args.plot, args.form, args.path
    path = path or f"{_stem(sources[0])}{f'.{plot}' if plot else ''}.{form or 'svg'}"
    form = form or ("dot" if path == "-" else os.path.splitext(path)[1].lower().removeprefix("."))
    if form not in OPTIONS:
        raise BadInput(f"{path!r}: the file name must end in one of: {', '.join(f'.{name}' for name in OPTIONS)}")
    is_narrow = args.size is not None and args.size.lower() == PHONE
    allowed = ("at",) * (plot == "entropy") + ("size",) * is_narrow if plot else OPTIONS[form]
    for name in _ALL:
        if getattr(args, name) is not None and name not in allowed:
            raise BadInput(f"--{name} does not apply to {f'--plot {plot}' if plot else f'.{form}'}; leave it out")
    if plot:
        _plot(args, path, form, is_narrow=is_narrow)
    elif len(sources) > 1:
        raise BadInput("a picture shows one TREE; only --plot takes several")
    elif form in ("graphml", "json"):
        from treegen.render import network

        graph = network.to_networkx(open_tree(sources[0]), at=args.at or "", levels=args.levels)
        write_output(network.to_graphml(graph) if form == "graphml" else network.to_node_link(graph), path)
    else:
        _draw(args, path, form, is_narrow=is_narrow)
    if path != "-":
        print(path)


def _stem(source: str) -> str:
    """Return the name of a tree for file names and plots, such as bulls-4x10.total, from its name or path."""
    return "tree" if source == "-" else os.path.basename(source).removesuffix(".tree")


def _draw(args: Namespace, path: str, form: str, *, is_narrow: bool) -> None:
    from treegen.render import dot, picture
    from treegen.render.view import Look, level_sizes, most_levels

    tree, at, levels = open_tree(args.sources[0]), args.at or "", args.levels
    secret, is_forced = args.secret, bool(args.force)
    page = picture.read_page(args.size) if args.size and not is_narrow else None
    sizes, look = level_sizes(tree, at), Look(is_narrow=is_narrow)
    if form == "dot" and not (levels or args.size or secret or is_forced):
        levels = most_levels(sizes, dot.NODE_LIMIT)  # the picture need not fit a screen
    made = picture.choose(tree, at=at, levels=levels, secret=secret, page=page, is_forced=is_forced, look=look)

    def source() -> bytes:
        return dot.to_dot(tree, made.view, page=made.page).encode()

    try:
        data = source() if form == "dot" else picture.to_bytes(made, form, args.theme or "auto")
    except dot.DotMissing as error:
        instead = os.path.splitext(path)[0] + ".dot"
        write_output(source(), instead)
        command = command_line(["dot", f"-T{form}", "-o", path, instead])
        raise BadInput(f"{error}; wrote {instead} instead: {command}") from None
    write_output(data, path)
    if args.levels is None and secret is None and not is_forced and not is_narrow and made.nodes < sum(sizes):
        note(f"{made.nodes} of {sum(sizes)} nodes are shown, to be readable; --levels N or --force shows more")
    elif made.font_size < picture.LEAST_FONT_SIZE:
        note(f"the text is only {made.font_size:.1f} points high; use fewer --levels or a larger --size")


def _plot(args: Namespace, path: str, form: str, *, is_narrow: bool) -> None:
    from treegen.render import plots

    kind, trees = args.plot, [(_stem(source), open_tree(source)) for source in args.sources]
    if form not in plots.FORMATS or path == "-":
        raise BadInput(f"a plot is written to an .svg, .png or .pdf file, not to {path!r}")
    if kind == "histogram":
        title = " and ".join(dict.fromkeys(tree.title for _, tree in trees))
        unit = "weight" if any(tree.weights for _, tree in trees) else "secrets"
        figure = plots.histograms([(name, tree.histogram) for name, tree in trees], game=title, unit=unit)
    elif kind == "left":
        figure = plots.candidates_left(trees)
    elif len(trees) > 1:
        raise BadInput(f"--plot {kind} takes one TREE, not {len(trees)}")
    else:
        from treegen.games.weights import game_of

        tree, is_entropy = trees[0][1], kind == "entropy"
        own = game_of(tree)
        figure = plots.entropy(own, args.at or "", tree=tree) if is_entropy else plots.information(own, tree=tree)
    if is_narrow:
        plots.narrow(figure)
    write_output(plots.to_bytes(figure, form), path)
