"""treegen export: a tree in another form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from player.cli.options import read_rounds
from player.errors import BadInput
from player.judge.choose import choose
from player.judge.wording import Wording
from player.tree import Tree, read_tree
from player.web import make_page, name_of
from treegen.cli.common import Parsed, format_option, print_rows, verb
from treegen.cli.output import write_output
from treegen.exchange.export.targets import FORMS, LANGUAGES, TARGETS, declarations
from treegen.insight.known import how_to_keep

__all__ = ["command"]


def _parse_rounds(text: str) -> int:
    try:
        return read_rounds(text)
    except ValueError as error:
        raise ValueError(f"{text!r}: {error}") from None


@verb("treegen export bulls-4x10.total --to cpp -o solution.cpp")
@click.argument("sources", metavar="[TREE...]", nargs=-1)
@click.option("--to", "target", type=click.Choice([*TARGETS, "html"]), required=True, help="What to write.")
@click.option("--form", type=click.Choice(list(FORMS)), help="; ".join(f"{k}: {v}" for k, v in FORMS.items()))
@click.option("--dialect", metavar="D", help="A judge's protocol; see treegen dialects.")
@click.option("--ask", metavar="LINE", help='The line of a guess, as in "? {guess}"; {spaced} has blanks.')
@click.option("--reply", metavar="LINE", help='The reply, as in "{bulls} {cows}".')
@click.option("--final", metavar="LINE", help='The line that names the secret, as in "! {guess}".')
@click.option(
    "--rounds", type=Parsed("N|first-line", _parse_rounds), help="How many secrets are played, or first-line."
)
@click.option("--limit", type=click.IntRange(min=1), help="How many guesses the judge allows.")
@click.option("--test", is_flag=True, help="Compile it, play all secrets and print a report.")
@click.option(
    "-j", "jobs", type=click.IntRange(1, 1024), default=2, show_default=True, help="Games played at a time by --test."
)
@click.option("-o", "path", metavar="FILE", help="Where to write  [default: standard output]")
@format_option
def command(
    sources: tuple[str, ...], target: str, form: str | None, dialect: str | None, test: bool, jobs: int,
    path: str | None, style: str, **words: Any,
) -> int:  # fmt: skip
    """Write TREE in another form: source code for a judge or an application, nested JSON, text, columns, or a page.

    The page, on which one can play and explore, takes several trees.
    """
    if target == "html":
        _refuse(target, {"form": form, "dialect": dialect, "test": test, **words})
        trees = [read_tree(source) for source in sources] or [choose(None, None)[1]]
        write_output(make_page((name_of(tree), tree) for tree in trees).encode(), path)
        return 0
    if len(sources) > 1:
        raise BadInput(f"--to {target} takes one TREE, not {len(sources)}; only --to html takes several trees")
    form = _check_form(target, form)
    source, wording = sources[0] if sources else None, None
    if target in LANGUAGES:
        wording, tree = choose(dialect, source, words)
        if form != "library":
            _check_limit(tree, wording)
    else:
        _refuse(target, {"dialect": dialect, **words})
        tree = read_tree(source) if source else choose(None, None)[1]
    if not test or path:
        write_output(TARGETS[target].make(tree, form, wording).encode(), path)
        if (target, form) == ("javascript", "library") and path and path != "-":
            write_output(declarations(tree).encode(), str(Path(path).with_suffix(".d.ts")))
    if not test:
        return 0
    if wording is None:
        raise BadInput(f"--test plays programs and libraries, not --to {target}; choose one of: {', '.join(LANGUAGES)}")
    _check_limit(tree, wording)
    from treegen.exchange.export.harness import check_export

    row = check_export(target, tree, form, wording, jobs)
    print_rows([row], style)
    return int(row["won"] != len(wording.rules.secrets()))


def _check_form(target: str, form: str | None) -> str:
    """Return the form to write.  The default is the first form of a language, and "" for json and text."""
    forms = TARGETS[target].forms
    if form is None:
        return forms[0] if target in LANGUAGES else ""
    if form not in forms:
        having = [name for name, row in TARGETS.items() if form in row.forms]
        raise BadInput(f"--form {form} does not exist for --to {target}; use --to {' or '.join(having)}")
    return form


def _refuse(target: str, options: dict[str, Any]) -> None:
    asked = [f"--{name}" for name, value in options.items() if value]
    if asked:
        raise BadInput(f"{asked[0]} applies only to programs and libraries, not to --to {target}; leave it out")


def _check_limit(tree: Tree, wording: Wording) -> None:
    most = wording.dialect.max_depth
    if most and tree.depth > most:
        allowed = wording.dialect.limit
        raise BadInput(
            f"{wording.dialect.name} allows {allowed} guess{'es' * (allowed > 1)}, but the tree needs up to "
            f"{tree.depth - most + allowed}; {how_to_keep(tree, most)}"
        )
