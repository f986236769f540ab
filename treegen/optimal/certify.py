"""Making and checking the certificates of trees, of games without a tree, and of bounds (docs/certificates.md)."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from player.errors import BadInput
from player.rules.arguments import wrong_type
from player.rules.titles import brief
from player.tree.tree import Tree, tree_bytes
from treegen.games.arguments import check_options
from treegen.games.game import Game
from treegen.games.lookup import as_game, check_game
from treegen.games.lookup import game as make_game
from treegen.games.weights import weigh
from treegen.native import core
from treegen.optimal import certificate as certificates
from treegen.optimal.certificate import BadCertificate, Certificate, Claim, claims_of, no_tree_of
from treegen.optimal.engine import Engine, Problem

if TYPE_CHECKING:
    from player.tree.tree import TreeSource

__all__ = ["certify", "check_certificate", "covers", "game_of", "make_certificate", "refuse"]


def certify(
    source: TreeSource, game: Game | str | None = None, *, threads: int | None = None, memory: int | None = None
) -> Certificate:
    """The certificate that the tree `source` is optimal; proved by a search.

    `source` is a name or path ("-" is standard input), the bytes of a file, or a Tree.  `game`, a game or its name, is
    needed for games that are read from files; `threads` and `memory` (bytes) are those of the search.  For a tree that
    is not proved to be optimal, its bound is certified.

    Raises BadInput for kinds of trees that have no certificates, and for trees that claim what is false; otherwise as
    `verify` does.

    >>> import treegen as tg
    >>> certificate = tg.certify("bulls-3x9.total")
    >>> [str(claim) for claim in certificate.claims], len(certificate.to_bytes()) < 4000
    (['1,2,3,... 2337', '0,0,0,0,0 never'], True)
    """
    check_options(threads=threads, memory=memory)
    path, data = tree_bytes(source, "certify")
    tree = Tree.from_bytes(data, path)
    if not tree.proved and tree.bound is None:
        raise BadInput(f"{path}: it does not claim to be optimal: there is nothing to certify")
    game = game_of(tree, None if game is None else as_game(game, "certify"))
    pool = tree.pool or "all"
    first = game.find_guess(tree.first_guess) if tree.first_guess else None
    refuse(game, pool, tree.objective, first)
    problem = Problem(game, pool, first)
    with Engine(problem, threads, memory, None) as engine:
        return make_certificate(engine, (tree, data))


def make_certificate(engine: Engine, tree: tuple[Tree, bytes] | None, claim: Claim | None = None) -> Certificate:
    """The certificate of what a tree claims, with the bytes of its file, or of one claim; an engine searches for it."""
    problem = engine.problem

    def exists(depth: int) -> bool:
        """Whether there is a tree of this depth: unless it is proved, for the certificate, that there is none."""
        try:
            certificates.make(problem.game, problem.pool, problem.first, None, (no_tree_of(depth),), engine.prove)
        except BadCertificate:
            return True
        return False

    claims = claims_of(tree[0], exists) if tree is not None else () if claim is None else (claim,)
    return certificates.make(problem.game, problem.pool, problem.first, tree, claims, engine.prove)


def covers(game: Game, pool: str, objective: str, first: int | None) -> bool:
    """Whether there are certificates of this kind; `first` is the index of a forced first guess."""
    return core is not None and certificates.reason_against(game, pool, objective, first) is None


def refuse(game: Game, pool: str, objective: str, first: int | None) -> None:
    """Raise BadInput if there are no certificates of this kind; `first` is the index of a forced first guess."""
    reason = certificates.reason_against(game, pool, objective, first)
    if reason is None and core is None:
        reason = "certificates need the native core, which is not built here"
    if reason is not None:
        raise BadInput(reason)


def game_of(tree: Tree, game: Game | None = None) -> Game:
    """The game of a tree, with the weights of the tree; `game` is needed where it is read from files.

    Raises BadInput for another game than the tree's, and for a game with other weights.
    """
    check_game(game, tree.game, tree.files)
    known = game or make_game(tree.game)
    weights = np.ones(len(known.secrets), dtype=np.int64)
    for guess, weight in tree.weight_of().items():
        secret = known.wins_against[known.find_guess(guess)]
        if secret < 0:
            raise BadInput(f"the tree finds {guess}, which is not a secret of {known.brief}")
        weights[secret] = weight
    if known.weights is None:
        return weigh(known, weights)
    if known.weights.tolist() != weights.tolist():
        raise BadInput(f"the weights of {known.brief} are not those of the tree")
    return known


def check_certificate(
    data: bytes,
    where: str = "the certificate",
    tree: TreeSource | tuple[Tree, bytes] | None = None,
    game: Game | str | None = None,
) -> list[str]:
    """Check the bytes of a certificate, also against a tree; returns what it proves in words.

    `where` is what messages call it; `tree` is what `verify` takes, or a tree with the bytes of its file; `game`, a
    game or its name, is needed for games that are read from files.  Nothing in the certificate is believed.

    Raises BadCertificate if it is damaged, if a proof does not hold, or if it does not prove what the tree claims;
    BadInput and TreeFormatError as `verify` does, and TypeError for arguments of a wrong type.

    >>> import treegen as tg
    >>> certificate = tg.certify("bulls-3x9.total")
    >>> tg.check_certificate(certificate.to_bytes(), tree="bulls-3x9.total")[0].partition(" (")[0]
    'bulls-3x9: no tree costs less than 2337'
    """
    if not isinstance(data, bytes):
        raise wrong_type("check_certificate", "the bytes of a certificate", data)
    certificate = certificates.read(data, where)
    if core is None:
        raise BadInput("checking a certificate needs the native core; scripts/check_certificate.py needs only numpy")
    if game is None and ":" in certificate.game:
        raise BadInput(f"{where}: its game is read from files ({brief(certificate.game)}); name them with --game")
    named = make_game(certificate.game) if game is None else as_game(game, "check_certificate")
    if named.name != (certificate.game if game is not None and ":" in named.name else make_game(certificate.game).name):
        raise BadCertificate(f"{where}: it is about another game, {brief(certificate.game)}")
    if tree is not None:
        path, content = tree if isinstance(tree, tuple) else tree_bytes(tree, "check_certificate")
        read = Tree.from_bytes(content, path if isinstance(path, str) else "the tree")
        known = _compare(certificate, read, content, named, where)
    else:
        known = _weighed(certificate, named, where, is_given=game is not None)
    lemmas = certificates.check(data, certificate, known, where)
    return [_sentence(certificate, claim, count) for claim, count in zip(certificate.claims, lemmas, strict=True)]


def _weighed(certificate: Certificate, game: Game, where: str, *, is_given: bool) -> Game:
    """The game with the weights of a certificate, which must be those of a game that was given."""
    if not is_given and certificate.weights:
        if len(certificate.weights) != len(game.secrets) or min(certificate.weights) < 1:
            raise BadCertificate(f"{where}: its weights are not those of the secrets")
        return weigh(game, np.array(certificate.weights, dtype=np.int64))
    _compare_weights(certificate, game, "the game", where)
    return game


def _compare_weights(certificate: Certificate, game: Game, what: str, where: str) -> None:
    own = () if game.weights is None else tuple(game.weights.tolist())
    if certificate.weights != own:
        told = (f"{what} has {_tell_weights(own)}", f"it is about {_tell_weights(certificate.weights)}")
        raise BadCertificate(f"{where}: {told[1]}, but {told[0]}")


def _tell_weights(weights: tuple[int, ...]) -> str:
    return f"secrets of the weights {_digest(weights)}" if weights else "secrets of equal weight"


def _digest(weights: tuple[int, ...]) -> str:
    """The first digits of the SHA-256 of weights as the header of a certificate has them."""
    return sha256(" ".join(map(str, weights)).encode()).hexdigest()[:12]


def _compare(certificate: Certificate, tree: Tree, data: bytes, named: Game, where: str) -> Game:
    """The weighted game of both; BadCertificate unless the certificate is about this tree and proves what it claims."""
    if certificate.tree != sha256(data).hexdigest():
        raise BadCertificate(f"{where}: it is the certificate of another tree")
    told = (certificate.game, certificate.pool, certificate.first)
    if told != (tree.game, tree.pool or "all", tree.first_guess):
        raise BadCertificate(f"{where}: it is about another game, pool or first guess than the tree")
    reason = certificates.reason_against(named, certificate.pool, tree.objective)
    if reason is not None:
        raise BadCertificate(f"{where}: {reason}")
    game = game_of(tree, named)
    _compare_weights(certificate, game, "the tree", where)
    if not certificates.proves(certificate, tree):
        raise BadCertificate(f"{where}: it does not prove what the tree claims")
    try:
        is_same = certificates.tree_numbers(certificate, game) == certificates.numbers_of(tree, game)
    except BadCertificate as bad:
        raise BadCertificate(f"{where}: {bad}") from None
    if not is_same:
        raise BadCertificate(f"{where}: the tree in it is another one")
    return game


def _sentence(certificate: Certificate, claim: Claim, lemmas: int) -> str:
    prices = str(claim).rpartition(" ")[0]
    what = "no tree exists" if claim.bound is None else f"no tree costs less than {claim.bound}"
    where = f", weighted {_digest(certificate.weights)}" if certificate.weights else ""
    where += f", first guess {certificate.first}" if certificate.first else ""
    where += ", guesses are candidates" if certificate.pool == "candidates" else ""
    return f"{brief(certificate.game)}: {what} (prices {prices}{where}; {lemmas} lemmas)"
