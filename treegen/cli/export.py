"""treegen export: a tree in another form."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from player.cli.options import read_rounds
from player.errors import BadInput
from player.judge.choose import choose
from player.judge.wording import Wording
from player.tree import Tree, read_tree
from treegen.cli.common import format_option, print_rows, verb
from treegen.cli.output import write_output
from treegen.exchange.export.html import to_html
from treegen.exchange.export.targets import FORMS, LANGUAGES, TARGETS, declarations

__all__ = ["command"]

Command = TypeVar("Command", bound=Callable[..., Any])
TARGETS_OF_MANY = {"html": to_html}  # targets that take several trees


class _Rounds(click.ParamType[Any]):
    name = "N|first-line"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return value if isinstance(value, int) else read_rounds(value)
        except ValueError as error:
            return self.fail(f"{value!r}: {error}", param, ctx)


def wording_options(function: Command) -> Command:
    """Add --dialect and the options that describe any other judge's protocol."""
    for option in reversed(
        (
            click.option("--dialect", metavar="D", help="A judge's protocol; see treegen dialects."),
            click.option("--ask", metavar="LINE", help='The line of a guess, as in "? {guess}"; {spaced} has blanks.'),
            click.option("--reply", metavar="LINE", help='The reply, as in "{bulls} {cows}".'),
            click.option("--final", metavar="LINE", help='The line that names the secret, as in "! {guess}".'),
            click.option("--rounds", type=_Rounds(), help="How many secrets are played, or first-line."),
            click.option("--limit", type=click.IntRange(min=1), help="How many guesses the judge allows."),
        )
    ):
        function = option(function)
    return function


@verb()
@click.argument("sources", metavar="[TREE...]", nargs=-1)
@click.option("--to", "target", type=click.Choice([*TARGETS, *TARGETS_OF_MANY]), required=True, help="What to write.")
@click.option("--form", type=click.Choice(list(FORMS)), help="; ".join(f"{k}: {v}" for k, v in FORMS.items()))
@wording_options
@click.option("--test", is_flag=True, help="Compile it, play all secrets and print a report.")
@click.option(
    "-j", "jobs", type=click.IntRange(1, 1024), default=2, show_default=True, help="Games played at a time by --test."
)
@click.option("-o", "path", metavar="FILE", help="Where to write  [default: standard output]")
@format_option
def command(
    sources: tuple[str, ...], target: str, form: str | None, dialect: str | None, test: bool, jobs: int,
    path: str | None, style: str, as_json: bool, **words: Any,
) -> int:  # fmt: skip
    """Write TREE in another form: source code for a judge or an application, nested JSON, text, columns, or a page.

    The page, on which one can play and explore, takes several trees.
    """
    if target in TARGETS_OF_MANY:
        _refuse(target, {"form": form, "dialect": dialect, "test": test, **words})
        trees = [read_tree(source) for source in sources] or [choose(None, None)[1]]
        write_output(TARGETS_OF_MANY[target](trees).encode(), path)
        return 0
    if len(sources) > 1:
        raise BadInput(f"--to {target} takes one TREE, not {len(sources)}; only --to html takes several trees")
    source = sources[0] if sources else None
    form = _check_form(target, form)
    tree, wording = _choose(target, form, source, dialect, words)
    if not test or path:
        write_output(TARGETS[target].make(tree, form, wording).encode(), path)
        _write_declarations(target, form, tree, path)
    if not test:
        return 0
    if wording is None:
        raise BadInput(f"--test plays programs and libraries, not --to {target}; choose one of: {', '.join(LANGUAGES)}")
    _check_limit(tree, wording)
    from treegen.exchange.export.harness import check_export

    row = check_export(target, tree, form, wording, jobs)
    print_rows([row], style, as_json)
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


def _choose(
    target: str, form: str, source: str | None, dialect: str | None, words: dict[str, Any]
) -> tuple[Tree, Wording | None]:
    """Return the tree and, for a program or a library, the wording that it is played in."""
    if target in LANGUAGES:
        wording, tree = choose(dialect, source, words)
        if form != "library":
            _check_limit(tree, wording)
        return tree, wording
    _refuse(target, {"dialect": dialect, **words})
    return (read_tree(source) if source else choose(None, None)[1]), None


def _refuse(target: str, options: dict[str, Any]) -> None:
    asked = [f"--{name}" for name, value in options.items() if value]
    if asked:
        raise BadInput(f"{asked[0]} applies only to programs and libraries, not to --to {target}; leave it out")


def _check_limit(tree: Tree, wording: Wording) -> None:
    dialect = wording.dialect
    # Where naming the secret is not counted as a guess, the tree may be one deeper than the limit.
    depth = tree.depth - (wording.has_final and not dialect.final_counts)
    if dialect.limit and depth > dialect.limit:
        raise BadInput(
            f"{dialect.name} allows {dialect.limit} guesses, but the tree needs up to {depth}; use a tree made by: "
            + shlex.join(["treegen", "build", tree.game, "--max-depth", str(dialect.limit)])
        )


def _write_declarations(target: str, form: str, tree: Tree, path: str | None) -> None:
    """Write the TypeScript declarations of a JavaScript library next to it."""
    if (target, form) == ("javascript", "library") and path not in (None, "-"):
        write_output(declarations(tree).encode(), str(Path(str(path)).with_suffix(".d.ts")))
