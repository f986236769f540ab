"""Making and checking the certificates of trees, of games without a tree, and of bounds (docs/certificates.md)."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from player.errors import BadInput, GaveUp, require
from player.rules.lists import WordRules
from player.rules.names import FAMILIES, Rules
from player.rules.tables import TableRules
from player.rules.titles import brief
from player.tree.tree import Tree, tree_bytes
from treegen.certificates import certificate as certificates
from treegen.certificates.certificate import BadCertificate, Certificate, Claim, claims_of
from treegen.games.game import Game
from treegen.games.lookup import as_game
from treegen.games.lookup import game as make_game
from treegen.games.memory import check_options
from treegen.games.weights import game_of, weigh
from treegen.native import core
from treegen.native.interface import NEVER
from treegen.search.core import fit_to_machine
from treegen.search.problem import Limits, Problem
from treegen.search.search import Memory, search
from treegen.search.threads import run_stoppable

if TYPE_CHECKING:
    from player.tree.tree import TreeSource

_MOST_ENTRIES = 1 << 30  # A table of feedbacks has at most this many entries.
_MOST_STEPS = 4e10  # Class caps are used if (classes of guesses) * guesses * secrets is at most this number.
_WEIGHT_END = 1 << 32  # The sum of all weights is below this number.


def certify(
    source: TreeSource, game: Game | str | None = None, *, threads: int | None = None, memory: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> Certificate:  # fmt: skip
    """Make the certificate that the tree `source` is optimal; a search proves it.

    `source` is a name or path ("-" is standard input), the bytes of a file, or a Tree.  `game`, a game or its name, is
    needed for games that are read from files; `threads`, `memory` (bytes) and `checkpoint` are those of solve(); the
    checkpoint also keeps the proof so far.  If the file has a bound and does not state that the tree is optimal, the
    certificate proves the bound.

    Raises BadInput for kinds of trees that have no certificates, and for trees whose statement is false; and the
    exceptions of `verify`.

    >>> import treegen as tg
    >>> certificate = tg.certify("bulls-3x9.total")
    >>> [str(claim) for claim in certificate.claims], len(certificate.to_bytes()) < 4000
    (['1,2,3,... 2337', '1,2,3,4,5 2338'], True)
    """
    limits = Limits(threads=threads, memory=memory, checkpoint=checkpoint)
    path, data = tree_bytes(source)
    tree = Tree.from_bytes(data, path)
    if not tree.proved and tree.bound is None:
        raise BadInput(f"{path}: it does not claim to be optimal: there is nothing to certify")
    game = game_of(tree, None if game is None else as_game(game, "certify"))
    pool = tree.pool or "all"
    first = game.find_guess(tree.first_guess) if tree.first_guess else None
    refuse(game, pool, tree.objective, first)
    with Memory(game, pool, limits) as memory_of_searches:
        return Certifier(memory_of_searches, first, limits).make((tree, data))


class Certifier:
    """Makes certificates of the results of searches whose first guess is `first` (None: any).

    Call `refuse` first: it raises BadInput for kinds without certificates.  The deadline of `limits` is ignored.
    """

    def __init__(self, memory: Memory, first: int | None = None, limits: Limits = Limits()) -> None:  # noqa: B008
        self._memory, self._game, self._first = memory, memory.game, first
        self._limits = replace(limits, deadline=math.inf)
        self._by_class = _may_use_classes(memory.game)
        self._feedback_numbers = certificates.feedback_numbers(memory.game, *memory.game.searched[:3]).ravel().tolist()
        self._goes_on = False  # whether a proof from the checkpoint was used, which nobody has checked

    def make(self, tree: tuple[Tree, bytes] | None, claims: Sequence[Claim] | None = None) -> Certificate:
        """Make the certificate of claims (None: those of the tree); `tree` is a tree with its file's bytes, or None."""
        game, first = self._game, self._first
        require(game.weight < _WEIGHT_END, "certificates take weights of less than 2^32 together")
        if tree is not None and tree[0].depth > certificates.MOST_DEPTH:
            raise BadInput(f"certificates take trees of up to {certificates.MOST_DEPTH} guesses")
        if claims is None:
            claims = () if tree is None else claims_of(tree[0])
        numbers = [] if tree is None else [certificates.numbers_of(tree[0], game)]
        is_endless = [claim.prices.values is None for claim in claims]
        certificate = Certificate(
            game=game.name,
            lists=certificates.lists_of(game),
            weights=() if game.weights is None else tuple(game.weights.tolist()),
            pool=self._memory.pool,
            first="" if first is None else game.guesses[first],
            tree="" if tree is None else certificates.digest_of(tree[1]),
            claims=tuple(claims),
            numbers=b"".join([*numbers, *(self._prove(claim, any(is_endless[:k])) for k, claim in enumerate(claims))]),
        )
        if self._goes_on:
            check_certificate(certificate.to_bytes(), "the proof that the checkpoint began", tree, self._game)
        if sum(map(len, certificate.lists)) + len(certificate.numbers) > certificates.MOST_BYTES // 2:
            raise BadInput("the proof is too long for a certificate")
        return certificate

    def _prove(self, claim: Claim, follows_unlimited: bool) -> bytes:
        """Return the proof of a claim, after a search; it may use the lemmas of a claim without a limit before it.

        Raises BadCertificate if the claim is false, BadInput if the claim or its proof is beyond the limits of
        certificates, and GaveUp if the search was stopped.
        """
        game, prices, memory = self._game, claim.prices, self._memory
        values, bound = prices.values, NEVER if claim.bound is None else claim.bound
        highest_price = len(game.secrets) if values is None else values[-1]  # without a list: at the greatest depth
        if highest_price * game.weight >= certificates.COST_END or len(values or ()) > certificates.MOST_PRICES:
            raise BadInput(f"certificates take up to {certificates.MOST_PRICES} prices, and costs below 2^47")
        first = () if self._first is None else (self._first,)
        names = game.weight * game.names_at_the_end * prices.is_linear  # the search counts them as guesses
        prices, bound = prices.later(game.names_at_the_end), min(bound + names, NEVER)
        found = search(Problem(game, memory.pool, prices, first=first, below=bound), self._limits, memory)
        if found.is_stopped:
            raise GaveUp("the search was stopped: there is no certificate")
        if found.tree is not None:
            less = "" if claim.bound is None else f", less than {claim.bound}"
            raise BadCertificate(f"there is a tree that costs {prices.cost(found.tree.play(game)) - names}{less}")
        native, store = memory.native(prices), memory.checkpoint
        name = f"proof of {game.key} {memory.pool} {self._first} {follows_unlimited} {claim}"
        begun = b"" if store is None else store.proof_so_far(name)
        self._goes_on |= bool(begun)
        arguments = *(first or (-1,)), self._by_class, follows_unlimited, self._feedback_numbers, begun, memory.threads

        def keep() -> bool:
            if store is not None and (proof := native.proof_so_far()):
                memory.keep_proved(native, prices)
                store.keep_proof(name, proof)
            return False

        try:
            proof = run_stoppable(native, lambda: native.certify(bound, *arguments), keep)
        except RuntimeError as error:
            raise memory.contradiction(str(error)) from None
        except ValueError as error:  # the proof passes a limit of certificates
            raise BadInput(f"{store.path}: {error}; remove it" if store is not None and begun else str(error)) from None
        finally:
            keep()
        if proof is None:
            raise GaveUp("the search was stopped: there is no certificate")
        return proof


def _may_use_classes(game: Game) -> bool:
    """Return whether class caps take few enough steps (treegen/native/proof_rules.hpp explains classes and caps)."""
    classes = len(game.guesses)
    if game.symmetry is not None and game.weights is None:
        # Certificates use only symmetries that keep feedbacks, so that a class falls into up to (positions)! classes.
        classes_of_class = math.factorial(game.symmetry.symbols.shape[1]) if game.symmetry.moves_feedbacks else 1
        classes = min(classes, classes_of_class * len(game.symmetry.representatives([])))
    return classes * len(game.guesses) * len(game.secrets) <= _MOST_STEPS


def refuse(game: Game, pool: str, objective: str = "", first: int | None = None) -> None:
    """Raise BadInput if trees of this kind have no certificates; `first` is the index of a forced first guess."""
    is_name = first is not None and game.names_at_the_end and game.wins_against[first] >= 0
    if first is not None and (is_name or len(np.unique(game.row(first, slice(None)))) == 1):
        raise BadInput(f"certificates take a first guess that tells secrets apart, not {game.guesses[first]}")
    names_it = objective != "identify" or game.names_at_the_end
    require(names_it, "certificates are of trees that name the secret, not of --objective identify")
    require(pool != "hard", "certificates do not cover hard mode")
    for kind, is_one in {
        "costs": game.costs is not None,
        "classes, or cells with several answers": game.is_grouped,
        "feedbacks that lose": game.losing and not game.names_at_the_end,
    }.items():
        require(not is_one, f"certificates do not cover {kind}, as in {game.brief}")
    is_covered = isinstance(game.rules, (Rules, WordRules, TableRules))
    require(is_covered, f"certificates cover code games, word lists and tables, not {game.brief}")
    if isinstance(game.rules, Rules) and not game.rules.row.is_certified:
        names = ", ".join(row.name for row in FAMILIES.values() if row.is_certified)
        raise BadInput(f"certificates know the games {names} and word lists, not {game.brief}")
    is_large = len(game.guesses) * len(game.secrets) > _MOST_ENTRIES
    require(not is_large, f"certificates take tables of up to 2^30 entries; that of {game.brief} is larger")
    is_wide = game.weights is not None and game.searched[0].dtype != np.uint8
    require(not is_wide, "certificates do not cover weights with more than 256 feedbacks")
    require(core is not None, "certificates need the native core, which is not built here")


def check_certificate(
    data: bytes,
    where: str = "the certificate",
    tree: TreeSource | tuple[Tree, bytes] | None = None,
    game: Game | str | None = None,
    *,
    threads: int | None = None,
) -> list[str]:
    """Check the bytes of a certificate, and that it is about `tree`; return a sentence for each claim it proves.

    Messages call the certificate `where`.  `tree` is a name or path, the bytes of a file, a Tree, or a pair of a Tree
    and the bytes of its file.  `game`, a game or its name, is needed for games that are read from files.  The lemmas
    of the proofs are divided among `threads` (default: the CPUs available).  Nothing in the certificate is trusted.

    Raises BadCertificate if the certificate is damaged, has a false proof, or does not prove the claims of the tree;
    BadInput and TreeFormatError as `verify` does, and TypeError for arguments of a wrong type.

    >>> import treegen as tg
    >>> certificate = tg.certify("bulls-3x9.total")
    >>> tg.check_certificate(certificate.to_bytes(), tree="bulls-3x9.total")[0].partition(" (")[0]
    'bulls-3x9: no tree costs less than 2337'
    """
    if not isinstance(data, bytes):
        raise TypeError(f"check_certificate() takes the bytes of a certificate, not {type(data).__name__}")
    check_options(threads=threads)
    certificate = certificates.read(data, where)
    if core is None:
        raise BadInput("checking a certificate needs the native core; scripts/check_certificate.py needs only numpy")
    if game is None and ":" in certificate.game:
        raise BadInput(f"{where}: its game is read from files ({brief(certificate.game)}); name them with --game")
    about = make_game(certificate.game) if game is None else as_game(game, "check_certificate")
    # A game that is read from files is compared by its name as it stands, any other by its canonical name.
    if about.name != (certificate.game if game is not None and ":" in about.name else make_game(certificate.game).name):
        raise BadCertificate(f"{where}: it is about another game, {brief(certificate.game)}")
    source = None
    if tree is not None:
        path, content = ("the tree", tree[1]) if isinstance(tree, tuple) else tree_bytes(tree)
        source = Tree.from_bytes(content, path), content
    try:
        _compare(certificate, about, source, is_named=game is not None)
        try:  # the core runs the code of scripts/check_certificate.c
            lemmas = core.check_certificate(certificates.unpack(data), fit_to_machine(threads, None)[0])
        except ValueError as error:
            raise BadCertificate(f"the proof does not hold: {error}") from None
    except BadCertificate as bad:
        raise BadCertificate(f"{where}: {bad}") from None
    return [_sentence(certificate, claim, count) for claim, count in zip(certificate.claims, lemmas, strict=True)]


def _compare(certificate: Certificate, game: Game, source: tuple[Tree, bytes] | None, *, is_named: bool) -> None:
    """Raise BadCertificate unless a certificate is about the game, and proves the claims of the tree if there is one.

    If there is no tree and `is_named` is False (the caller did not name it), the game gets the certificate's weights.
    """
    what, objective = "the game", ""
    if source is not None:
        tree, data = source
        what, objective = "the tree", tree.objective
        if certificate.tree != certificates.digest_of(data):
            raise BadCertificate("it is the certificate of another tree")
        if (certificate.game, certificate.pool, certificate.first) != (tree.game, tree.pool or "all", tree.first_guess):
            raise BadCertificate("it is about another game, pool or first guess than the tree")
        game = game_of(tree, game)
    elif certificate.weights and not is_named:
        if len(certificate.weights) != len(game.secrets) or min(certificate.weights) < 1:
            raise BadCertificate("its weights are not those of the secrets")
        game = weigh(game, np.array(certificate.weights, dtype=np.int64))
    try:
        refuse(game, certificate.pool, objective)
    except BadInput as error:
        raise BadCertificate(str(error)) from None
    weights = () if game.weights is None else tuple(game.weights.tolist())
    if certificate.weights != weights:
        both = (certificate.weights, weights)
        one, other = (f"the weights {_digest(each)}" if each else "equal weight" for each in both)
        raise BadCertificate(f"it is about secrets of {one}, but {what} has secrets of {other}")
    if certificate.lists != certificates.lists_of(game):
        raise BadCertificate("it is about another game")
    if source is not None:
        if not certificates.proves(certificate, tree):
            raise BadCertificate("it does not prove what the tree claims")
        # The guesses determine where a tree ends: the numbers of one tree never begin with those of another tree.
        if not certificate.numbers.startswith(certificates.numbers_of(tree, game)):
            raise BadCertificate("the tree in it is another one")


def _digest(weights: tuple[int, ...]) -> str:
    return sha256(" ".join(map(str, weights)).encode()).hexdigest()[:12]


def _sentence(certificate: Certificate, claim: Claim, lemmas: int) -> str:
    what = "no tree exists" if claim.bound is None else f"no tree costs less than {claim.bound}"
    where = f", weighted {_digest(certificate.weights)}" if certificate.weights else ""
    where += f", first guess {certificate.first}" if certificate.first else ""
    where += ", guesses are candidates" if certificate.pool == "candidates" else ""
    return f"{brief(certificate.game)}: {what} (prices {claim.prices}{where}; {lemmas} lemmas)"
