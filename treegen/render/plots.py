"""Plots that compare trees, strategies and the guesses of a position.  They need matplotlib (the extra `plots`).

The module does not change matplotlib's global state.  Bars, lines and markers differ in shape as well as in colour, so
that they can be read in grey.  The colours of Okabe and Ito (2008) can be distinguished by colour-blind readers.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from player.cli.terminal import printable
from player.errors import BadInput, require
from player.tree import writer
from player.tree.tree import open_tree
from player.web.theme import LINES, SERIES
from treegen.games.game import Game
from treegen.games.lookup import as_game
from treegen.games.partition import cell_sizes, cell_weights
from treegen.games.weights import game_of
from treegen.greedy.score import SCORES
from treegen.insight.analysis import next_guesses
from treegen.insight.position import find_position, widen
from treegen.render.scene import LIGHT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from player.tree.tree import Tree, TreeSource

FORMATS = ("svg", "png", "pdf")
MAX_SERIES = 8
_SIDE_BY_SIDE = 2  # The bars of this number of histograms stand beside each other; more have panels.

_INK, _FAINT, _LINE = LIGHT["ink"], LIGHT["faint"], LIGHT["line"]
# A hollow diamond marks a dot, which stays visible inside it.
_RING: Any = {"markersize": 9, "markerfacecolor": "none", "markeredgecolor": SERIES[3], "markeredgewidth": 1.5}
_MOST_DOTS = 300  # A plot of entropy shows at most this number of guesses.
_HATCHES = ("", "//", "..", "xx", "\\\\", "--", "oo", "++")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
_DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1)), (0, (8, 2)))
# With a fixed salt for the names inside an SVG, and without a date, the same figure gives the same bytes.
_SETTINGS: Any = {
    "svg.hashsalt": "guesstree", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10,
    "axes.edgecolor": _FAINT, "xtick.color": _FAINT, "ytick.color": _FAINT, "axes.labelcolor": _INK, "text.color": _INK,
}  # fmt: skip


# The style of numbers that stand over a line.
_OVER: Any = {"zorder": 5, "bbox": {"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.85}}


def histograms(rows: Sequence[tuple[str, Sequence[float]]], *, game: str = "", unit: str = "secrets") -> Figure:
    """Plot how many secrets each tree finds at guess 1, 2, 3, ...; a row is a name and a histogram.

    A vertical line is the mean of a tree, `game` a name for the title, and `unit` what the histograms count.  More than
    two rows have a panel each, and a triangle is the mean.  Raises BadInput if matplotlib is missing, and unless there
    are 1 to 8 rows.
    """
    _check_series(rows)
    if len(rows) > _SIDE_BY_SIDE:
        return _panels(rows, game, unit)
    depth = max(len(histogram) for _, histogram in rows)
    width = 0.84 / len(rows)
    space = max(6.4, 1.2 + depth * max(0.8, 0.42 * len(rows)))
    figure, axes = _figure(f"{unit.capitalize()} found at each guess", game, space)
    means = []
    for i, (name, histogram) in enumerate(rows):
        mean = _mean(histogram)
        axes.axvline(mean, color="white", linewidth=2.6, zorder=3)  # parts the line from the bars
        label = f"mean {mean:.4f}"
        means.append(axes.axvline(mean, label=label, color=SERIES[i], linestyle=_DASHES[i], linewidth=1.3, zorder=4))
        places = np.arange(1, len(histogram) + 1) + (i - (len(rows) - 1) / 2) * width
        bars = axes.bar(places, histogram, width, label=_text(name), **_bar_style(i))
        # Numbers of four digits fit above a bar only if they are rotated.
        axes.bar_label(bars, [f"{n:,}" if n else "" for n in histogram], fontsize=8, padding=2, rotation=90, **_OVER)
    axes.set(xlabel="guess at which the secret is found", ylabel=unit, xticks=range(1, depth + 1))
    axes.margins(y=0.16)
    # The names of the trees are one column, and their means the other.
    axes.legend(handles=[*axes.containers, *means], loc="upper left", ncols=2, frameon=False)
    return figure


def _panels(rows: Sequence[tuple[str, Sequence[float]]], game: str, unit: str) -> Figure:
    figure, first = _figure(f"{unit.capitalize()} found at each guess", game, 7.0, 1.1 + 1.15 * len(rows))
    first.remove()
    all_axes = figure.subplots(len(rows), sharex=True, sharey=True)
    for i, (axes, (name, histogram)) in enumerate(zip(all_axes, rows, strict=True)):
        mean, guesses = _mean(histogram), range(1, len(histogram) + 1)
        bars = axes.bar(guesses, histogram, 0.7, **_bar_style(i))
        axes.bar_label(bars, [f"{n:,}" if n else "" for n in histogram], fontsize=8, padding=1)
        top = axes.get_xaxis_transform()
        axes.plot([mean], [1.0], marker="v", markersize=7, color=_INK, transform=top, clip_on=False)
        axes.set_title(f"{_text(name)}: mean {mean:.4f}", loc="left", fontsize=9, pad=7)
        axes.spines[["top", "right"]].set_visible(False)
        axes.margins(y=0.3)
    depths = range(1, max(len(histogram) for _, histogram in rows) + 1)
    all_axes[-1].set(xticks=depths, xlabel="guess at which the secret is found (triangle: mean)")
    figure.supylabel(unit, fontsize=10)
    return figure


def _bar_style(i: int) -> dict[str, Any]:
    return {"color": SERIES[i], "hatch": _HATCHES[i], "edgecolor": _INK, "linewidth": 0.6}


def _mean(histogram: Sequence[float]) -> float:
    return sum(guess * found for guess, found in enumerate(histogram, 1)) / sum(histogram)


def candidates_left(trees: Sequence[tuple[str, TreeSource]]) -> Figure:
    """Plot how many candidates are left when each tree asks guess 1, 2, 3, ...

    A pair is the text of the legend and a tree, or its name, path or bytes.

    The line is the mean over the secrets that have not been found, and the faint line above it the maximum.
    Raises BadInput as `histograms` does, and what `open_tree` raises.
    """
    _check_series(trees)
    opened = [(name, open_tree(tree)) for name, tree in trees]
    games = dict.fromkeys(tree.title for _, tree in opened)
    title = " and ".join(games) if len(games) < 3 else f"{len(games)} games"
    figure, axes = _figure("Candidates left at each guess", title, 6.4)
    for i, (name, tree) in enumerate(opened):
        mean, most = left_by_guess(tree)
        style: dict[str, Any] = {"color": SERIES[i], "marker": _MARKERS[i], "linestyle": _DASHES[i]}
        places = range(1, len(mean) + 1)
        axes.plot(places, mean, label=_text(name), linewidth=1.8, markersize=6, **style)
        axes.plot(places, most, linewidth=0.9, markersize=4, markerfacecolor="white", alpha=0.7, **style)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}" if value >= 1 else "")
    depths = range(1, max(tree.depth for _, tree in opened) + 1)
    axes.set(xlabel="guess that is asked", ylabel="candidates left (filled: mean, hollow: most)", xticks=depths)
    axes.grid(axis="y", linewidth=LINES["frame"], color=_LINE)
    axes.legend(loc="upper right", frameon=False)
    return figure


def left_by_guess(tree: Tree) -> tuple[list[float], list[int]]:
    """For each guess, the mean number of candidates when it is asked, over the secrets not found, and the most."""
    rows = [*zip(tree.candidate_counts(), tree.candidate_weights(), strict=True)]
    levels = [rows[start:stop] for start, stop in pairwise(tree.levels)]
    means = [sum(n * weight for n, weight in level) / sum(weight for _, weight in level) for level in levels]
    return means, [max(n for n, _ in level) for level in levels]


def information(game: Game | str, first: str | None = None, *, tree: TreeSource | None = None) -> Figure:
    """Plot, for each feedback to the guess `first`, how many bits the second guesses gain, by the weights of the tree.

    A bar spans the least and the most, and its thick part the middle half of all guesses.  A labelled dot marks a most
    informative guess, the first of those that gain the same, and a diamond the tree's own; the dashed line is the mean
    of these over all candidates.  By default, `first` is the tree's first guess, or else a most informative one.
    `game` is a game or its name, and `tree` a Tree, or its name, path or bytes.

    Raises BadInput if `first` is not a guess, and if matplotlib is missing, and what `game` and `open_tree` raise.
    """
    game, tree = _weighed(game, tree, "information")
    if first is None:
        whole = np.arange(len(game.secrets), dtype=np.int32)
        first = tree.guesses[0] if tree is not None else game.guesses[int(np.argmax(bits_of_guesses(game, whole)))]
    row = game.table[game.find_guess(first)]
    feedbacks = [i for i in range(len(game.labels)) if int((row == i).sum()) > 1 and i != game.winning]
    if not feedbacks:
        raise BadInput(f"after {first} no cell of {game.brief} has two candidates, so there is no second guess to show")
    played = tree if tree is not None and tree.guesses[0] == first else None
    figure, axes = _figure("Bits that second guesses gain", game.title, max(6.4, 1.6 + 0.62 * len(feedbacks)))
    names, gained, asked_of = [], 0.0, 0
    for place, feedback in enumerate(feedbacks):
        cell = np.flatnonzero(row == feedback).astype(np.int32)
        bits = bits_of_guesses(game, cell)
        least, low, high, most = np.quantile(bits, [0, 0.25, 0.75, 1])
        axes.plot([place, place], [least, most], color=_FAINT, linewidth=1.2, zorder=1)
        middle = [low - 0.012, high + 0.012]
        axes.plot([place, place], middle, color=_LINE, linewidth=9, solid_capstyle="butt", zorder=2)
        best = int(np.argmax(bits))
        axes.plot(place, bits[best], "o", color=SERIES[0], markersize=6, zorder=3)
        above: dict[str, Any] = {"xytext": (0, 7), "textcoords": "offset points", "ha": "center", "fontsize": 8}
        axes.annotate(_text(game.guesses[best]), (place, bits[best]), **above, **_OVER)
        if played is not None:
            own = bits[game.find_guess(played.guesses[played.child(0, feedback)])]
            axes.plot(place, own, "D", **_RING, zorder=4)
        weight = int(game.secret_weights[cell].sum())
        gained += weight * float(own if played is not None else bits[best])
        asked_of += weight
        names.append(f"{_text(game.labels[feedback])}\n{len(cell):,}")
    from matplotlib.lines import Line2D

    mean = gained / asked_of
    dashes: Any = {"color": SERIES[3 if played else 0], "linestyle": "--"}
    axes.axhline(mean, linewidth=LINES["link"], zorder=1, **dashes)
    axes.set_xticks(range(len(names)), names)
    words = f"feedback to {_text(first)}, and how many candidates give it"
    axes.set(xlabel=words, ylabel="bits that a second guess gains")
    axes.set_ylim(bottom=-0.1)
    axes.margins(y=0.12)
    keys: dict[str, Any] = {"a most informative guess": {"color": SERIES[0], "marker": "o", "linestyle": ""}}
    keys |= {"what the tree asks": {"marker": "D", "linestyle": "", **_RING}} if played else {}
    keys |= {"middle half of all guesses": {"color": _LINE, "linewidth": 7}}
    keys |= {"all guesses": {"color": _FAINT, "linewidth": 1.2}, f"mean {mean:.2f} bits": {"linewidth": 1, **dashes}}
    handles = [Line2D([], [], label=label, **style) for label, style in keys.items()]
    where: Any = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "ncols": 4 if len(names) > 10 else 2}
    axes.legend(handles=handles, frameon=False, **where)
    return figure


def entropy(game: Game | str, history: str = "", *, tree: TreeSource | None = None, seconds: float = 10.0) -> Figure:
    """Plot the bits that each guess gains against the expected guesses after it, at the start or after a history.

    A dot has an area for the number of its guesses: those that are equivalent, or gain and cost the same.  It is hollow
    where the cost is achieved, but not proved to be least within `seconds`.  A diamond is the guess of the tree, if it
    has the history, or else the first of the least costs.  Of many guesses, the 300 that gain most are shown.

    `game` is a game or its name, and `tree` a Tree, or its name, path or bytes.  Raises BadInput if no secret is
    consistent with the history, and if matplotlib is missing, and what `game` and `open_tree` raise.
    """
    game, tree = _weighed(game, tree, "entropy")
    game = widen(game, history)
    position = find_position(game, history)
    rows: Sequence[Any] = next_guesses(game, history, _MOST_DOTS, "bits", seconds=seconds)
    words, chosen = "a best guess", min(rows, key=lambda row: row["expected_guesses"])
    with suppress(BadInput):  # the tree goes another way
        own = game.find_guess(tree.guesses[tree.find(history)]) if tree is not None else -1
        kinds = np.arange(len(game.guesses))
        if game.symmetry is not None:
            kinds = game.symmetry.classes(position.prior, position.feedbacks(game))
        same = [row for row in rows if own >= 0 and kinds[game.find_guess(row["guess"])] == kinds[own]]
        words, chosen = ("what the tree asks", {**same[0], "guess": game.guesses[own]}) if same else (words, chosen)
    dots: dict[tuple[float, float, bool], int] = {}
    for row in rows:
        place = (row["bits"], row["expected_guesses"] - 1, row["exact"])
        dots[place] = dots.get(place, 0) + row["equivalent"]
    figure, axes = _figure("Bits and expected guesses", game.title, 6.4, 4.6)
    for is_exact, label in ((True, "proved"), (False, "achieved")):
        some = [(bits, cost, 18 * count**0.4) for (bits, cost, exact), count in dots.items() if exact is is_exact]
        if some:
            style: Any = {"facecolors": SERIES[0] if is_exact else "none", "edgecolors": SERIES[0], "alpha": 0.7}
            axes.scatter(*zip(*some, strict=True), label=label, **style)
    axes.plot(chosen["bits"], chosen["expected_guesses"] - 1, "D", **_RING, zorder=4, label=words)
    for at, row in {(row["bits"], row["expected_guesses"] - 1): row for row in (rows[0], chosen)}.items():
        count = sum(count for place, count in dots.items() if place[:2] == at)
        text = _text(row["guess"]) + f" (one of {count:,})" * (count > 1)
        offset: Any = (
            {"xytext": (-9, -10), "va": "top", "ha": "right"} if row is chosen else {"xytext": (0, 12), "ha": "center"}
        )
        axes.annotate(text, at, textcoords="offset points", fontsize=8, zorder=5, **offset)
    left, after = len(position.candidates), f" after {_text(history)}" if history else ""
    words = f"bits that a guess gains{after}: {left:,} candidates, {sum(dots.values()):,} guesses"
    axes.set(xlabel=words, ylabel="expected guesses after it")
    axes.margins(0.12)
    axes.legend(loc="upper right", frameon=False, title="area: how many guesses")
    return figure


def series(rows: Sequence[Mapping[str, Any]], name: str) -> Figure:
    """Plot the averages of strategies in a series of games, the rows of `compare_series`, and the lower bounds."""
    strategies = [key for key in rows[0] if key not in ("n", "game", "secrets", *_BOUNDS)]
    _check_series(strategies)
    figure, axes = _figure("Average guesses", name, 6.4)
    places = [row["n"] for row in rows]
    for i, key in enumerate(strategies):
        costs = [np.nan if row[key] is None else row[key] for row in rows]
        axes.plot(places, costs, label=_text(key), color=SERIES[i], marker=_MARKERS[i], markersize=4, linewidth=1.4)
    for (key, label), style in zip(_BOUNDS.items(), ("--", ":"), strict=True):
        axes.plot(places, [row[key] for row in rows], label=label, color=_FAINT, linestyle=style, linewidth=1.4)
    axes.set(xlabel="N", ylabel="guesses on average")
    axes.locator_params(axis="x", integer=True)
    axes.legend(frameon=False)
    return figure


_BOUNDS = {"entropy_bound": "bound by entropy", "huffman_bound": "bound by Huffman's code"}


def bits_of_guesses(game: Game, candidates: np.ndarray[Any, np.dtype[np.int32]]) -> np.ndarray[Any, Any]:
    """Return the bits that each guess is expected to gain, the entropy of its cells; float64 [guesses]."""
    n, entropy = int(game.secret_weights[candidates].sum()), SCORES["entropy"]  # integers: equal gains are equal
    guesses = np.arange(len(game.guesses), dtype=np.int32)
    sizes = (cell_sizes if game.weights is None else cell_weights)(game, candidates, guesses)
    scores = entropy.rating(n, is_weighted=True)(np.asarray(sizes, dtype=np.int64))
    bits: np.ndarray[Any, Any] = np.maximum(np.log2(n) - scores / (n * entropy.weighted_bit(n)), 0.0)
    return bits


def _weighed(game_or_name: Game | str, tree: TreeSource | None, caller: str) -> tuple[Game, Tree | None]:
    """Return the game and the tree that two arguments mean; the game has the tree's weights, if there are any."""
    game, opened = as_game(game_or_name, caller), None if tree is None else open_tree(tree)
    return game if opened is None or not opened.weights else game_of(opened, game), opened


def save(draw: Callable[[], Figure], path: str | os.PathLike[str]) -> None:
    """Write the figure that `draw` returns to an .svg, .png or .pdf file; BadInput, without drawing, for other ones."""
    form = Path(path).suffix.lower().removeprefix(".")
    require(form in FORMATS, f"{os.fspath(path)!r}: the name of a plot must end in .svg, .png or .pdf")
    writer.write_file(os.fspath(path), to_bytes(draw(), form))


def to_bytes(figure: Figure, form: str) -> bytes:
    """Return the figure in one of FORMATS; with the same matplotlib, the same figure gives the same bytes."""
    import matplotlib as mpl

    out = io.BytesIO()
    undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[form]
    with mpl.rc_context(_SETTINGS):
        figure.savefig(out, format=form, dpi=150, metadata=undated)
    return out.getvalue()


def narrow(figure: Figure) -> None:
    """Make a figure as wide as a phone, where its smallest text, of 8 points, is 9 pixels high."""
    figure.set_figwidth(4.4)
    for axes in figure.axes:
        legend = axes.get_legend()
        axes.xaxis.label.set_wrap(True)
        for text in (axes.xaxis.label, *(legend.get_texts() if legend else [])):
            text.set_fontsize(8)


def _text(text: str) -> str:
    """Escape text for matplotlib: a dollar sign would begin a formula, and control characters are invalid in SVG."""
    return printable(text).replace("$", r"\$")


def _figure(title: str, game: str, width: float, height: float = 4.2) -> tuple[Figure, Axes]:
    """Make a figure with a title (its size in inches) that pyplot does not register."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise BadInput("plots need matplotlib: pip install 'guesstree[plots]', or pip install matplotlib") from None
    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.add_subplot()
        whole = f"{title}: {_text(game)}" if game else title
        figure.suptitle(whole, x=0.01, horizontalalignment="left", fontsize=12, fontweight="bold", wrap=True)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _check_series(rows: Sequence[Any]) -> None:
    if not 1 <= len(rows) <= MAX_SERIES:
        raise BadInput(f"a plot shows 1 to {MAX_SERIES} trees, not {len(rows)}; leave some out")
