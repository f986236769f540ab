"""Plays every secret through each TREE by the plain rules of its game, and checks everything that the file claims.

With --certificate, nothing is searched: the proof in FILE is followed, and must prove what the one TREE claims.
"""

from __future__ import annotations

from player.cli.command import Namespace, Parser
from player.cli.terminal import printable
from player.errors import BadInput, require
from player.rules.lists import read_data
from player.tree import Tree, read_source
from treegen.cli.common import note
from treegen.cli.options import given_game, options
from treegen.games.game import Game
from treegen.insight.verify import prove_again, verify_bytes

_SHOWN = 5
_MOST_BYTES = 256 << 20  # A certificate has at most this many bytes.

PARSER = Parser(__doc__, "treegen verify bulls-4x10.total --optimal", *options("given", "threads"))
PARSER.add("TREE", dest="sources", nargs="*")
PARSER.add("--optimal", "repeat the proof of optimality from scratch")
PARSER.add("--certificate FILE", "check this certificate; without TREE, what it proves by itself")
PARSER.add("--weights FILE", "weights of the secrets of --game, that of a certificate without TREE")


def run(args: Namespace) -> int:
    require(args.weights is None or (args.game and args.certificate), "--weights goes with --certificate and --game")
    game = given_game(args)
    if args.certificate is not None:
        return check(args, game)
    require(args.sources, "name the TREE to verify")
    code = 0
    for source in args.sources:
        try:
            code = max(code, report(source, game, args.optimal, args.threads))
        except BadInput as error:
            if len(args.sources) == 1:
                raise
            note(str(error))  # a tree that cannot be read does not end the others
            code = max(code, error.exit_code)
    return code


def report(source: str, game: Game | None, optimal: bool, threads: int | None, claim: str = "") -> int:
    """Verify one tree, print the result, and return the exit code; `claim` is about its optimality."""
    path, data = read_source(source)
    named = printable(source)
    verdict = verify_bytes(data, path, game)
    faults = list(verdict.faults)
    if optimal and not faults:
        tree = Tree.from_bytes(data, path)
        tree.path = path  # the table of its game may be beside it
        faults = prove_again(tree, game, threads)
    for fault in faults[:_SHOWN]:
        print(f"{named}: {fault}")
    if faults:
        print(f"{named}: does not verify: {len(faults)} fault{'s' * (len(faults) > 1)}")
        return 1
    if verdict.claims_optimal and not claim:
        claim = "optimal: proved again" if optimal else "optimal: claimed, not checked"
    print(
        f"{named}: verified: {verdict.secrets} secrets in at most {verdict.depth} {verdict.counted}, "
        f"{verdict.tally}{verdict.costs and f', {verdict.costs}'}, no dead branch{claim and f'; {claim}'}"
    )
    return 0


def check(args: Namespace, game: Game | None) -> int:
    """Check a certificate, alone or with its tree, and print the result."""
    from treegen.certificates.certificate import BadCertificate
    from treegen.certificates.certify import check_certificate

    sources, certificate = args.sources, args.certificate
    if len(sources) > 1 or args.optimal:
        raise BadInput("--certificate takes one TREE at most, and no --optimal: it replaces the search")
    data = read_data(certificate, _MOST_BYTES)
    named = printable(certificate)
    tree = None
    if sources:
        path, content = read_source(sources[0])
        tree = Tree.from_bytes(content, path), content
    try:
        proved = check_certificate(data, named, tree, game, threads=args.threads)
    except BadCertificate as bad:
        print(str(bad))
        return 1
    if tree is None:
        for sentence in proved:
            print(f"{named}: checked: {sentence}")
        return 0
    claim = "optimal: certificate checked" if tree[0].proved else f"at least {tree[0].bound}: certificate checked"
    return report(sources[0], game, optimal=False, threads=None, claim=claim)
