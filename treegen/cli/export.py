"""Writes TREE in another form: source code for a judge or an application, nested JSON, text, columns, a key, or a page.

The page, on which one can play and explore, takes several trees. A site is the same page as a folder DIR, named last,
for a web server, which phones install and open again without a network. An interactor is the judge's side of a GAME,
which may be named instead of a tree. A key has the numbered couplets with which botanists name a species; it is made of
a table of questions. With --quiet, a program in a dialect of your own writes nothing to standard error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from player.cli.command import JUDGE, Namespace, Parser, read_count, read_jobs, read_seed
from player.cli.judge import words_of
from player.cli.referee import choose_secrets, with_table
from player.errors import BadInput, require, shorten
from player.judge.choose import choose
from player.judge.match import Outcome
from player.judge.wording import Wording
from player.judge.wrong_tree import check_depth, depth_problem, max_depth
from player.rules.titles import count
from player.tree import Tree, open_tree, shipped_trees
from player.web import make_page, name_of
from player.web.hosted import write_site
from treegen.cli.common import Run, note, print_rows
from treegen.cli.options import options
from treegen.cli.output import progress_line, write_output
from treegen.exchange.export.codec import columns
from treegen.exchange.export.interactor import INTERACTORS, choose_game, is_tree, render_interactor
from treegen.exchange.export.languages import FORMS, FULL, LANGUAGES, NAMED, TARGETS, declarations, is_name, render
from treegen.exchange.importing import to_json, to_key, to_text
from treegen.insight.shipped import least_depth
from treegen.optimal.build import build

FORMS_OF = TARGETS | {"interactor": tuple(INTERACTORS)}
OUTPUTS = (*TARGETS, "html", "site", "interactor")
MAX_LOSSES_SHOWN = 20
MAX_SOURCE = 65_536  # bytes, of Codeforces, Luogu and others

PARSER = Parser(__doc__, "treegen export bulls-4x10.total --to cpp -o solution.cpp", *JUDGE, *options("format"))
add = PARSER.add
add("TREE", dest="sources", nargs="*")
add("--to TARGET", f"what to write: {', '.join(OUTPUTS)}", dest="target", choices=OUTPUTS, required=True)
about = "; ".join(f"{form}: {about}" for form, about in (FORMS | INTERACTORS).items())
add("--form FORM", about, choices=[*FORMS, *INTERACTORS])
about = f"with an entry for every node ({', '.join(FULL)}): a step takes nanoseconds, and the source is longer"
add("--full", about)
add("--package --prefix NAME", "the package or namespace of a library; in C, what its names begin with (default: "
    "the name of TREE); of an interactor polygon or domjudge, and -o names the folder of the problem")  # fmt: skip
add("--live", "no tree: a program for words that are known only at run time, with --rule")
add("--rule RULE", "the feedback rule, with --live: cows, each, matches, match or marks")
add("--strategy STRATEGY", "how --live chooses: entropy (the default), or minimax, the smallest largest cell")
add("--test", "compile it, play all secrets and print a report")
add("--games N", "play only N secrets, drawn at random, with --test", type=read_count)
add("--seed N", "what --games draws from (default: 0)", type=read_seed)
add("-j N", "games played at a time by --test (default: 2)", dest="jobs", type=read_jobs, default=2)
add("--url URL", "where a site will be, for those who show its preview picture")
add("-o FILE", "where to write (default: standard output)", dest="path")


def run(args: Namespace) -> int:
    sources, target, words = args.sources, args.target, words_of(args)
    if not args.test and (args.games or args.seed is not None):
        raise BadInput("--games says how many secrets --test plays, and --seed which; add --test, or leave them out")
    if args.live or args.rule or args.strategy:
        return _live(args, words)
    require(not args.url or target == "site", f"--url applies only to --to site, not to --to {target}; leave it out")
    if target in ("html", "site"):
        _refuse(args, "form", "dialect", "package", "test", *words)
        return _write_page(args)
    if len(sources) > 1:
        raise BadInput(f"--to {target} takes one TREE, not {len(sources)}; only --to html and site take several trees")
    form, source = _check_form(args), next(iter(sources), None)
    if target == "interactor":
        return _interactor(args, form, choose_game(args.dialect, source, words))
    if target in LANGUAGES:
        return _write_source(args, form, *choose(Tree, args.dialect, source, words))
    _refuse(args, "dialect", "package", *words)
    languages = ", ".join(LANGUAGES)
    require(not args.test, f"--test plays programs and libraries, not --to {target}; choose one of: {languages}")
    tree = open_tree(source) if source else choose(Tree, None, None)[1]
    write = columns if form else {"json": to_json, "text": to_text, "key": to_key}[target]
    write_output(write(tree).encode(), args.path)
    return 0


def _write_source(args: Namespace, form: str, wording: Wording, tree: Tree) -> int:
    wording.dialect.explains &= not Run.is_quiet
    if form != "library" or args.test:
        _check_limit(tree, wording, args.limit is not None)
    _check_package(args, form)
    text = render(args.target, tree, form, wording, args.package or "", is_full=args.full)
    if form == "program" and len(text) > MAX_SOURCE:
        note(f"warning: the program has {len(text):,} bytes; many judges accept at most {MAX_SOURCE:,}")
    if not args.test or args.path:
        write_output(text.encode(), args.path)
        if (args.target, form) == ("javascript", "library") and args.path not in (None, "-"):
            # Compilers look for .d.mts beside .mjs.
            for suffix in (".d.ts", *[".d.mts"] * args.path.endswith(".mjs")):
                write_output(declarations(tree).encode(), str(Path(args.path).with_suffix(suffix)))
    return _test(args, tree, form, wording) if args.test else 0


def _write_page(args: Namespace) -> int:
    sources, path = args.sources, args.path
    if args.target == "site" and not path:  # the folder is named last, and is no tree
        path = sources.pop() if sources else ""
        games = {name.partition(".")[0] for name in shipped_trees()}
        if not path or Path(path).is_file() or path.endswith(".tree") or path.partition(".")[0] in games:
            raise BadInput("--to site writes a folder, which is named last: treegen export TREE --to site DIR")
    trees = [open_tree(source) for source in sources] or [choose(Tree, None, None)[1]]
    page = make_page((name_of(tree), tree) for tree in trees)
    if args.target == "site":
        write_site(page, to_text(trees[0]), path, args.url or "", trees[0].game)
    else:
        write_output(page.encode(), path)
    return 0


def _live(args: Namespace, words: dict[str, Any]) -> int:
    from treegen.exchange.export.live import check_live, render_live

    if not args.live or not args.rule or args.sources or args.full or args.dialect or args.package or args.limit:
        requirements = "--rule and the wording of a judge, and no TREE, --dialect, --package and --limit"
        raise BadInput(f"--live takes {requirements}; --rule and --strategy go with --live")
    how = args.rule, args.strategy or "entropy", words
    source = render_live(args.target, args.form or "program", *how)
    if not args.test or args.path:
        write_output(source.encode(), args.path)
    if args.test:
        print_rows([check_live(args.target, *how, args.games or 100, args.seed or 0)], args.style)
    return 0


def _interactor(args: Namespace, form: str, judge: Wording) -> int:
    rules, limit, most = judge.rules, judge.dialect.limit, max_depth(judge.dialect)
    least = least_depth(rules.name, rules.secret_count, len(rules.labels) - 1 - len(rules.losing))
    if 0 < most < least:
        needed, allowed = least - most + limit, count(limit, "guess is", "guesses are")
        note(f"warning: {allowed} too few for {rules.brief}: every program needs {needed} for some secret (proved)")
    note(rules.note)
    if args.package is not None:
        return _package(args, judge)
    if not args.test or args.path:
        write_output(render_interactor(judge, form).encode(), args.path)
    if args.test:
        from treegen.exchange.export.harness import check_interactor

        _report(check_interactor(judge, form, _sample(judge, args)), judge, args)
    return 0


def _package(args: Namespace, judge: Wording) -> int:
    """Write the folder of a problem; with --test, both solutions are played against its judge."""
    from treegen.exchange.export.package import PACKAGES, check_package, render_package, write_package

    most = max_depth(judge.dialect) or None
    if args.package not in PACKAGES or args.form or not args.path or args.path == "-":
        raise BadInput(f"--to interactor takes --package {' or '.join(PACKAGES)} with -o DIR, without --form")
    source = (args.sources or [None])[0]
    has_tree = source is None or is_tree(source)
    tree = choose(Tree, args.dialect, source, words_of(args))[1] if has_tree else build(source, max_depth=most)
    _check_limit(tree, judge, args.limit is not None)
    files = render_package(args.package, judge, tree)
    write_package(files, args.path)
    if not args.test:
        print(f"{args.path}: {len(files)} files")
        return 0
    row = check_package(args.package, files)
    print_rows([row], args.style)
    return int(row["right_won"] < row["tests"] or row["wrong_won"] == row["tests"])


def _sample(wording: Wording, args: Namespace) -> list[str]:
    secrets, drawn = choose_secrets(wording.rules, (), args)
    note(drawn)
    return secrets


def _report(row: dict[str, Any], wording: Wording, args: Namespace) -> None:
    seed = (args.seed or 0) if args.games else None
    print_rows([row | {"secrets": wording.rules.secret_count, "seed": seed}], args.style)


def _test(args: Namespace, tree: Tree, form: str, wording: Wording) -> int:
    from treegen.exchange.export.harness import check_export

    wording = with_table(wording, tree)
    secrets = _sample(wording, args)
    with progress_line() as show:

        def watch(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
            lost = 0
            for number, outcome in enumerate(outcomes, 1):
                lost += not outcome.is_won
                line = f"{number}/{len(secrets)} games, {lost} lost, "
                show(lambda seconds, line=line, number=number: f"{line}{number / seconds:.0f}/s")  # type: ignore[misc]
                yield outcome

        how = args.target, tree, form, wording, args.jobs, secrets, watch, args.package or ""
        row, losses = check_export(*how, is_full=args.full)
    for loss in losses[:MAX_LOSSES_SHOWN]:
        note(f"lost: {loss.secret}  {loss.how}: {loss.detail}")
    if len(losses) > MAX_LOSSES_SHOWN:
        note(f"and {len(losses) - MAX_LOSSES_SHOWN} more were lost")
    _report(row, wording, args)
    return int(bool(losses))


def _check_form(args: Namespace) -> str:
    target, form = args.target, args.form
    require(not args.full or target in FULL, f"--full applies only to --to {' and '.join(FULL)}; leave it out")
    if form is None:
        return "" if target in ("json", "text", "key") else FORMS_OF[target][0]
    if form not in FORMS_OF[target]:
        having = [name for name, forms in FORMS_OF.items() if form in forms]
        instead = f"--form {' or '.join(INTERACTORS)}" if target == "interactor" else f"--to {' or '.join(having)}"
        raise BadInput(f"--form {form} does not exist for --to {target}; use {instead}")
    return str(form)


def _check_package(args: Namespace, form: str) -> None:
    package, target = args.package, args.target
    if package is None:
        return
    if target not in NAMED or form != "library":
        raise BadInput(f"--package applies only to --form library of {' and '.join(NAMED)}; leave it out")
    if args.test and (target in ("java", "kotlin") or (target, package) == ("go", "main")):
        raise BadInput("--test plays the library without a package; leave --package or --test out")
    if not is_name(package, target):
        example = "com.example.game" if is_name("com.example.game", target) else "first_game"
        raise BadInput(f"--package {shorten(package)!r}: it takes a name such as {example}, without reserved words")


def _refuse(args: Namespace, *names: str) -> None:
    if present := [name for name in names if getattr(args, name) not in (None, False)]:
        why = f"applies only to programs and libraries, not to --to {args.target}; leave it out"
        raise BadInput(f"--{present[0]} {why}")


def _check_limit(tree: Tree, wording: Wording, is_given: bool) -> None:
    problem, depth = depth_problem(wording.dialect, tree.turns, is_given), max_depth(wording.dialect)
    if problem and depth < least_depth(tree.game, tree.secrets, len(tree.labels) - 1 - len(tree.losing)):
        raise BadInput(f"{problem}; no tree of depth {depth} exists (proved)")
    check_depth(wording.dialect, tree, is_given)
