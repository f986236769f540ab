"""treegen verify: an independent check of tree files."""

from __future__ import annotations

import subprocess
from pathlib import Path

import click

from player.cli.show import printable
from player.errors import BadInput
from player.rules.lists import read_data
from player.tree import Tree, read_source
from treegen.cli.common import note, verb
from treegen.cli.options import SearchOptions, read_game, search_options
from treegen.games.game import Game
from treegen.insight.verify import prove_again, verify_bytes

_SHOWN = 5
_MOST_BYTES = 256 << 20  # of a certificate


@verb("treegen verify bulls-4x10.total --optimal")
@click.argument("sources", metavar="TREE...", nargs=-1)
@click.option("--optimal", is_flag=True, help="Repeat the proof of optimality from scratch.")
@click.option("--certificate", metavar="FILE", help="Check this certificate; without TREE, what it proves by itself.")
@click.option(
    "--certificate-checker", "checker", type=click.Choice(["c", "verified"]), default="c", show_default=True,
    help="With verified, the program that is proved right in Coq checks FILE, too; it is built in the checkout.",
)  # fmt: skip
@click.option("--game", "name", metavar="GAME", help="The game, if it is read from files, as in words:FILE.")
@click.option("--weights", metavar="FILE", help="Weights of the secrets of --game, that of a certificate without TREE.")
@search_options("threads", threads={"help": "Threads for a proof  [default: the CPUs available]"})
def command(
    sources: tuple[str, ...], optimal: bool, certificate: str | None, checker: str, name: str | None,
    weights: str | None, options: SearchOptions,
) -> int:  # fmt: skip
    """Play every secret through each TREE by the plain rules of its game, and check everything that the file claims.

    With --certificate, nothing is searched: the proof in FILE is followed, and must prove what the one TREE claims.
    """
    if weights is not None and (name is None or certificate is None):
        raise BadInput("--weights goes with --certificate and --game")
    game = None if name is None else read_game(name, None, weights)
    if certificate is None and checker != "c":
        raise BadInput("--certificate-checker goes with --certificate")
    if certificate is not None:
        return check(certificate, sources, game, optimal, options.threads, is_proved=checker == "verified")
    if not sources:
        raise click.UsageError("Missing argument 'TREE...'.")
    codes = [_report_one(source, game, optimal, options.threads, len(sources) > 1) for source in sources]
    return max(codes)


def _report_one(source: str, game: Game | None, optimal: bool, threads: int | None, has_others: bool) -> int:
    """The exit code for one tree; of several, one that cannot be read does not end the others."""
    try:
        return 1 if report(source, game, optimal, threads) else 0
    except BadInput as error:
        if not has_others:
            raise
        note(str(error))
        return error.exit_code


def report(source: str, game: Game | None, optimal: bool, threads: int | None, claim: str = "") -> int:
    """Verify one tree and print what was found; how many faults it has.  `claim` is what is known of its optimality."""
    path, data = read_source(source)
    named = printable(source)
    verdict = verify_bytes(data, path, game)
    faults = list(verdict.faults)
    if optimal and not faults:
        faults = prove_again(Tree.from_bytes(data, path), game, threads)
    for fault in faults[:_SHOWN]:
        click.echo(f"{named}: {fault}")
    if faults:
        click.echo(f"{named}: does not verify: {len(faults)} fault{'s' * (len(faults) > 1)}")
        return len(faults)
    if verdict.claims_optimal and not claim:
        claim = "optimal: proved again" if optimal else "optimal: claimed, not checked"
    click.echo(
        f"{named}: verified: {verdict.secrets} secrets in at most {verdict.depth} guesses, "
        f"{verdict.tally}, no dead branch{claim and f'; {claim}'}"
    )
    return 0


def is_verified(data: bytes) -> bool:
    """Whether the program that is proved right in Coq accepts the bytes of a certificate, unpacked."""
    places = (folder / "scripts" / "check_certificate_verified" for folder in (Path(__file__).parents[2], Path.cwd()))
    program = next(filter(Path.is_file, places), None)
    if program is None:
        raise BadInput("--certificate-checker verified needs a checkout of guesstree: change to its folder")
    done = subprocess.run([program, "-"], input=data, capture_output=True, check=False)
    lines = (done.stdout + done.stderr).decode(errors="replace").splitlines()
    if done.returncode not in (0, 1):
        raise BadInput(f"{program.name}: {lines[-1] if lines else f'it ended with {done.returncode}'}")
    return done.returncode == 0


def check(
    certificate: str, sources: tuple[str, ...], game: Game | None, optimal: bool, threads: int | None,
    *, is_proved: bool,
) -> int:  # fmt: skip
    """Check a certificate, alone or with the one tree that it belongs to, and print what was found.

    With `is_proved`, the program that is proved right must accept the same bytes, too.
    """
    from treegen.certificates.certificate import BadCertificate, unpack
    from treegen.certificates.certify import check_certificate

    if len(sources) > 1 or optimal:
        raise BadInput("--certificate takes one TREE at most, and no --optimal: it replaces the search")
    data = read_data(certificate, _MOST_BYTES)
    named = printable(certificate)
    tree = None
    if sources:
        path, content = read_source(sources[0])
        tree = Tree.from_bytes(content, path), content
    try:
        if is_proved and not is_verified(unpack(data, named)):
            raise BadCertificate(f"{named}: REJECTED by the program that is proved right")
        proved = check_certificate(data, named, tree, game, threads=threads)
    except BadCertificate as bad:
        click.echo(str(bad))
        return 1
    if tree is None:
        for sentence in proved:
            click.echo(f"{named}: checked: {sentence}")
        return 0
    claim = "optimal: certificate checked" if tree[0].proved else f"at least {tree[0].bound}: certificate checked"
    return 1 if report(sources[0], game, optimal=False, threads=None, claim=claim) else 0
