"""Proves again that TREE is optimal, and writes the proof as a certificate; prints the path of the file.

A certificate is checked with `treegen verify TREE --certificate FILE`, or with the stand-alone programs
scripts/check_certificate.py and scripts/check_certificate.c. If TREE is not proved to be optimal, its bound is
certified.
"""

from __future__ import annotations

from player.cli.command import Namespace, Parser
from player.tree.files import find_tree
from treegen.certificates.certify import certify
from treegen.cli.options import given_game, options
from treegen.cli.output import write_output

PARSER = Parser(
    __doc__,
    "treegen certify bulls-4x10.total -o bulls-4x10.certificate",
    *options("given", "threads", "memory", "checkpoint"),
)
PARSER.add("TREE")
PARSER.add("-o FILE", "where to write, - for standard output (default: TREE with .certificate)", dest="path")


def run(args: Namespace) -> None:
    game, path = given_game(args), args.path
    certificate = certify(args.tree, game, threads=args.threads, memory=args.memory, checkpoint=args.checkpoint)
    if path is None:
        stem = "tree" if args.tree == "-" else find_tree(args.tree).replace("\\", "/").rpartition("/")[2]
        path = f"{stem.removesuffix('.tree')}.certificate"
    write_output(certificate.to_bytes(), path)
    if path != "-":
        print(path)
