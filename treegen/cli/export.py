"""Writes TREE in another form: source code for a judge or an application, nested JSON, text, columns, or a page.

The page, on which one can play and explore, takes several trees. A site is the same page as a folder DIR, named last,
for a web server, which phones install and open again without a network. An interactor is the judge's side of a GAME,
which may be named instead of a tree. With --quiet, a program in a dialect of your own writes nothing to standard error.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from player.cli.command import Namespace, Parser, adder, judge_options, read_count, read_jobs, read_seed
from player.cli.judge import words_of
from player.errors import BadInput
from player.judge.choose import choose
from player.judge.match import Outcome
from player.judge.referee import draw
from player.judge.wording import Wording
from player.judge.wrong_tree import depth_problem, max_depth
from player.rules.numbers import shorten
from player.rules.titles import count
from player.tree import Tree, read_tree, shipped_trees
from player.web import make_page, name_of
from player.web.hosted import write_site
from treegen.cli.common import Run, note, print_rows
from treegen.cli.options import options
from treegen.cli.output import Show, progress_line, write_output
from treegen.exchange.export.codec import columns
from treegen.exchange.export.interactor import INTERACTORS, choose_game, render_interactor
from treegen.exchange.export.languages import FORMS, FULL, LANGUAGES, NAMED, TARGETS, declarations, is_name, render
from treegen.exchange.importing import to_json, to_text
from treegen.insight.known import least_depth

FORMS_OF = TARGETS | {"interactor": tuple(INTERACTORS)}
OUTPUTS = (*TARGETS, "html", "site", "interactor")
MAX_LOSSES_SHOWN = 20
MAX_SOURCE = 65_536  # bytes, of Codeforces, Luogu and others
GONE = {"packed": "--form program", "tables": "--form library, with --full where a step must take nanoseconds"}

PARSER = Parser(__doc__, "treegen export bulls-4x10.total --to cpp -o solution.cpp", judge_options(), options("format"))
PARSER.add_argument("sources", metavar="TREE", nargs="*")
add = adder(PARSER)
add("--to TARGET", f"what to write: {', '.join(OUTPUTS)}", dest="target", choices=OUTPUTS, required=True)
told = "; ".join(f"{form}: {about}" for form, about in (FORMS | INTERACTORS).items())
add("--form FORM", told)
add("--full", f"with an entry for every node ({', '.join(FULL)}): a step takes nanoseconds, and the source is longer")
add("--package --prefix NAME", "the package or namespace of a library; in C, what its names begin with (default: "
    "the name of TREE)")  # fmt: skip
add("--live", "no tree: a program for words that are known only at run time, with --rule")
add("--rule RULE", "what is told of a guess, with --live: cows, each, matches, match or marks")
add("--strategy STRATEGY", "how --live chooses: entropy (the default), or minimax, the smallest largest cell")
add("--test", "compile it, play all secrets and print a report")
add("--games N", "play only N secrets, drawn at random, with --test", type=read_count)
add("--seed N", "what --games draws from (default: 0)", type=read_seed)
add("-j N", "games played at a time by --test (default: 2)", dest="jobs", type=read_jobs, default=2)
add("--url URL", "where a site will be, for those who show its preview picture")
add("-o FILE", "where to write (default: standard output)", dest="path")


def run(args: Namespace) -> int:
    sources, target, form, dialect, package = args.sources, args.target, args.form, args.dialect, args.package
    test, games, seed, path, style, rule = args.test, args.games, args.seed, args.path, args.style, args.rule
    words: dict[str, Any] = words_of(args)
    _check_sample(test, games, seed)
    if any((args.live, rule, args.strategy)):
        others = sources or args.full or dialect or package or words["limit"]
        return _live(
            args.live and not others,
            target,
            form,
            (rule, args.strategy or "entropy", words),
            path,
            test,
            games,
            seed,
            style,
        )
    _check_url(args.url, target)
    if target in ("html", "site"):
        _refuse(target, {"form": form, "dialect": dialect, "package": package, "test": test, **words})
        _write_page(sources, path, target == "site", args.url or "")
        return 0
    if len(sources) > 1:
        raise BadInput(f"--to {target} takes one TREE, not {len(sources)}; only --to html and site take several trees")
    if target == "interactor":
        _refuse(target, {"package": package})
        form, judge = _check_form(target, form), choose_game(dialect, next(iter(sources), None), words)
        _warn_of_limit(judge)
        if judge.rules.note:
            note(judge.rules.note)
        if not test or path:
            write_output(render_interactor(judge, form).encode(), path)
        if test:
            from treegen.exchange.export.harness import check_interactor

            _report(check_interactor(judge, form, _sample(judge, games, seed)), judge, games, seed, style)
        return 0
    form = _check_form(target, form, args.full)
    source, wording = sources[0] if sources else None, None
    if target in LANGUAGES:
        wording, tree = choose(Tree, dialect, source, words)
        wording.dialect.explains &= not Run.is_quiet
        if form != "library":
            _check_limit(tree, wording, words["limit"] is not None)
    else:
        _refuse(target, {"dialect": dialect, "package": package, **words})
        tree = read_tree(source) if source else choose(Tree, None, None)[1]
    _check_package(package, target, form, test)
    text = _make(target, tree, form, wording, package, args.full)
    if not test or path:
        _write(target, tree, form, text, path)
    if not test:
        return 0
    wording = _check_played(target, wording)
    _check_limit(tree, wording, words["limit"] is not None)
    secrets = _sample(wording, games, seed)
    with progress_line() as show:
        row, losses = _play(target, tree, form, wording, args.jobs, secrets, package or "", args.full, show)
    _report(row, wording, games, seed, style)
    return int(bool(losses))


def _check_url(url: str | None, target: str) -> None:
    if url and target != "site":
        raise BadInput(f"--url applies only to --to site, not to --to {target}; leave it out")


def _write_page(sources: tuple[str, ...], path: str | None, is_site: bool, url: str) -> None:
    if is_site and not path:
        sources, path = sources[:-1], _folder(sources)
    trees = [read_tree(source) for source in sources] or [choose(Tree, None, None)[1]]
    page = make_page((name_of(tree), tree) for tree in trees)
    if is_site:
        write_site(page, to_text(trees[0]), str(path), url, trees[0].game)
    else:
        write_output(page.encode(), path)


def _write(target: str, tree: Tree, form: str, text: str, path: str | None) -> None:
    write_output(text.encode(), path)
    if (target, form) == ("javascript", "library") and path not in (None, "-"):
        # Compilers look for .d.mts beside .mjs.
        for suffix in (".d.ts", *[".d.mts"] * str(path).endswith(".mjs")):
            write_output(declarations(tree).encode(), str(Path(str(path)).with_suffix(suffix)))


def _folder(sources: tuple[str, ...]) -> str:
    """The folder of a site, which is named last, and is no tree."""
    folder = sources[-1] if sources else ""
    games = {name.partition(".")[0] for name in shipped_trees()}
    if not folder or Path(folder).is_file() or folder.endswith(".tree") or folder.partition(".")[0] in games:
        raise BadInput("--to site writes a folder, which is named last: treegen export TREE --to site DIR")
    return folder


def _live(
    is_good: bool, target: str, form: str | None, how: tuple[str | None, str, dict[str, Any]], path: str | None,
    test: bool, games: int | None, seed: int | None, style: str,
) -> int:  # fmt: skip
    from treegen.exchange.export.live import check_live, render_live

    if not is_good or not how[0]:
        told = "--rule and the wording of a judge, and no TREE, --dialect, --package and --limit"
        raise BadInput(f"--live takes {told}; --rule and --strategy go with --live")
    source = render_live(target, form or "program", *how)
    if not test or path:
        write_output(source.encode(), path)
    if test:
        print_rows([check_live(target, *how, games or 100, seed or 0)], style)
    return 0


def _check_sample(test: bool, games: int | None, seed: int | None) -> None:
    if games and not test:
        raise BadInput("--games says how many secrets --test plays; add --test, or leave --games out")
    if seed is not None and not games:
        raise BadInput("--seed draws the secrets of --games; add --games N, or leave --seed out")


def _check_played(target: str, wording: Wording | None) -> Wording:
    if wording is None:
        raise BadInput(f"--test plays programs and libraries, not --to {target}; choose one of: {', '.join(LANGUAGES)}")
    return wording


def _sample(wording: Wording, games: int | None, seed: int | None) -> list[str]:
    secrets = wording.rules.secrets()
    if not games or games >= len(secrets):
        return secrets
    drawn, told = draw(secrets, games, seed or 0)
    note(told)
    return drawn


def _report(row: dict[str, Any], wording: Wording, games: int | None, seed: int | None, style: str) -> None:
    print_rows([row | {"secrets": wording.rules.secret_count, "seed": (seed or 0) if games else None}], style)


def _play(
    target: str,
    tree: Tree,
    form: str,
    wording: Wording,
    jobs: int,
    secrets: list[str],
    package: str,
    full: bool,
    show: Show,
) -> tuple[dict[str, Any], list[Outcome]]:
    from treegen.exchange.export.harness import check_export

    def watch(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        lost = 0
        for number, outcome in enumerate(outcomes, 1):
            lost += not outcome.is_won
            show(partial(_describe, number, len(secrets), lost))
            yield outcome

    row, losses = check_export(target, tree, form, wording, jobs, secrets, watch, package, is_full=full)
    for loss in losses[:MAX_LOSSES_SHOWN]:
        note(f"lost: {loss.secret}  {loss.how}: {loss.detail}")
    if len(losses) > MAX_LOSSES_SHOWN:
        note(f"and {len(losses) - MAX_LOSSES_SHOWN} more were lost")
    return row, losses


def _describe(number: int, count: int, lost: int, seconds: float) -> str:
    return f"{number}/{count} games, {lost} lost, {number / seconds:.0f}/s"


def _check_form(target: str, form: str | None, is_full: bool = False) -> str:
    if form in GONE:
        raise BadInput(f"the form {form} is gone; use {GONE[form]}")
    if form is not None and form not in FORMS | INTERACTORS:
        raise BadInput(f"{shorten(form)!r} is not a form; choose one of: {', '.join(FORMS | INTERACTORS)}")
    if is_full and target not in FULL:
        raise BadInput(f"--full applies only to --to {' and '.join(FULL)}; leave it out")
    if form is None:
        return "" if target in ("json", "text") else FORMS_OF[target][0]
    if form not in FORMS_OF[target]:
        having = [name for name, forms in FORMS_OF.items() if form in forms]
        instead = f"--form {' or '.join(INTERACTORS)}" if target == "interactor" else f"--to {' or '.join(having)}"
        raise BadInput(f"--form {form} does not exist for --to {target}; use {instead}")
    return form


def _make(target: str, tree: Tree, form: str, wording: Wording | None, package: str | None, is_full: bool) -> str:
    if target not in LANGUAGES:
        return to_text(tree) if target == "text" else columns(tree) if form else to_json(tree)
    source = render(target, tree, form, wording, package or "", is_full=is_full)
    if form == "program" and len(source) > MAX_SOURCE:
        note(f"warning: the program has {len(source):,} bytes; many judges accept at most {MAX_SOURCE:,}")
    return source


def _check_package(package: str | None, target: str, form: str, test: bool) -> None:
    if package is None:
        return
    if target not in NAMED or form != "library":
        raise BadInput(f"--package applies only to --form library of {' and '.join(NAMED)}; leave it out")
    if test and (target in ("java", "kotlin") or (target, package) == ("go", "main")):
        raise BadInput("--test plays the library without a package; leave --package or --test out")
    if not is_name(package, target):
        example = "com.example.game" if is_name("com.example.game", target) else "first_game"
        raise BadInput(f"--package {shorten(package)!r}: it takes a name such as {example}, without reserved words")


def _refuse(target: str, options: dict[str, Any]) -> None:
    asked = [f"--{name}" for name, value in options.items() if value not in (None, False)]
    if asked:
        raise BadInput(f"{asked[0]} applies only to programs and libraries, not to --to {target}; leave it out")


def _warn_of_limit(judge: Wording) -> None:
    """Say so if the limit of an interactor is less than what every program needs for some secret."""
    rules, most = judge.rules, max_depth(judge.dialect)
    least = least_depth(rules.name, rules.secret_count, len(rules.labels) - 1 - len(rules.losing))
    if 0 < most < least:
        limit = judge.dialect.limit
        needed, allowed = least - most + limit, count(limit, "guess is", "guesses are")
        note(f"warning: {allowed} too few for {rules.brief}: every program needs {needed} for some secret (proved)")


def _check_limit(tree: Tree, wording: Wording, is_given: bool) -> None:
    problem = depth_problem(wording.dialect, tree.depth, is_given)
    if problem:
        depth, game = max_depth(wording.dialect), "GAME" if ":" in tree.game else shlex.quote(tree.game)
        way = f"this looks for one that keeps to it: treegen solve {game} --max-depth {depth} --time 10m"
        if depth < least_depth(tree.game, tree.secrets, len(tree.labels) - 1 - len(tree.losing)):
            way = f"no tree of depth {depth} exists (proved)"
        raise BadInput(f"{problem}; {way}")
