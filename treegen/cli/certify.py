"""treegen certify: the certificate of an optimal tree, which programs of others can check."""

from __future__ import annotations

import click

from player.tree.files import find_tree
from treegen.certificates.certify import certify
from treegen.cli.common import verb
from treegen.cli.options import SearchOptions, read_game, search_options
from treegen.cli.output import write_output


@verb("treegen certify bulls-4x10.total -o bulls-4x10.certificate")
@click.argument("source", metavar="TREE")
@click.option("--game", "name", metavar="GAME", help="The game, if it is read from files, as in words:FILE.")
@search_options("threads", "memory")
@click.option("-o", "path", metavar="FILE",
              help="Where to write, - for standard output  [default: the name of TREE with .certificate]")  # fmt: skip
def command(source: str, name: str | None, options: SearchOptions, path: str | None) -> int:
    """Prove again that TREE is optimal, and write the proof as a certificate; print the path of the file.

    A certificate is checked with `treegen verify TREE --certificate FILE`, or with the stand-alone programs
    scripts/check_certificate.py and scripts/check_certificate.c.  If TREE is not proved to be optimal, its bound is
    certified.
    """
    game = None if name is None else read_game(name, None, None)
    certificate = certify(source, game, threads=options.threads, memory=options.memory)
    if path is None:
        stem = "tree" if source == "-" else find_tree(source).replace("\\", "/").rpartition("/")[2]
        path = f"{stem.removesuffix('.tree')}.certificate"
    write_output(certificate.to_bytes(), path)
    if path != "-":
        click.echo(path)
    return 0
