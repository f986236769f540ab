"""Checks certificates of guessing games: python3 check_certificate.py FILE... [--tree TREE], "-" being standard input.

A certificate claims that no decision tree of a game costs less than a bound.  Only this file, Python and numpy are
trusted: the file computes the feedbacks, plays the tree with every secret, and follows the proof step by step.
docs/certificates.md is the specification; docs/certificates_argument.md proves that accepted claims are true.  A proof
consists of nested lemmas: "these candidates, after `depth` guesses, cost at least `least` more than if the next guess
found each of them".  A lemma holds if every allowed guess is closed; of equivalent guesses, the lowest is enough.  A
guess costs a step for each candidate that it does not find, and the costs of its cells, bounded by counting (`own`) or
by a lemma before.  Two shortcuts come first, and never prove more: by the number of its cells, and by their sizes.
"""

import re
import sys
import zlib
from functools import lru_cache, reduce
from hashlib import sha256
from itertools import accumulate, pairwise, permutations, product
from math import perm
from operator import itemgetter, mul

import numpy as np

INFINITY = 2**48  # This cost stands for an impossible tree, and for any larger cost.
BELOW, WEIGHTS_BELOW = 2**47, 2**32  # Numbers and bounds are below the first, and the sum of weights below the second.
MOST_BYTES, MOST_ENTRIES, MOST_STORED = 2**28, 2**30, 2**29  # Limits of the file, the table, and all lemmas of a claim.
MOST_PRICES, MOST_GENERATORS, MOST_EXCHANGES, DEEPEST = 1000, 100, 2000, 250  # The last is of trees and lemmas.
BLOCK = 2**22  # Pairs of a candidate and a guess are taken in blocks of this size.
SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
HEADER = (
    "guesstree certificate 2\ngame (.+)\n(?:rule (marks|identify|win)\n(?:guesses (.+)\n)?secrets (.+)\n"
    "((?:row .+\n)*))?(?:weights (.+)\n)?"
    "pool (all|candidates)\nfirst ([^ \n]+)\ntree ([0-9a-f]{64}|-)\n((?:claim [^ \n]+ [^ \n]+\n){1,100})proof\n"
)
CODE_GAME = "(bulls|mastermind|match|marks)-([1-8])x([1-9][0-9]?)((?:-(?:any|distinct|each|matches|nozero))*)(?:=(.+))?"


def need(condition, why):
    if not condition:
        raise ValueError(why)


def whole(text):
    need(re.fullmatch("0|[1-9][0-9]{0,14}", text) and int(text) < BELOW, "no number, or too large")
    return int(text)


def read_symbols(count, text):  # symbols of a code game, in their order; `text` follows = in its name
    if text and set(text) <= set(SYMBOLS):
        need(len(set(text)) == len(text) == count, "another number of symbols, or equal ones")
        return "".join(sorted(text))
    if text:
        names = text.split(",") if "," in text else text
        need(len(set(names)) == len(names) == count and not set(names) <= set(SYMBOLS), "wrong names of symbols")
        need(all(re.fullmatch(r"[^ :#=./\\;+-]{1,20}", name) for name in names), "a bad name of a symbol")
    need(count <= 10, "too many symbols that are not listed")
    return SYMBOLS[:10] if count == 10 else SYMBOLS[1 : count + 1]


class Checker:
    """A game, its table[secret, guess] of feedbacks, and the claims of a certificate with their proofs."""

    read = total = lemmas = looked = ranked = 0  # counts of numbers read, of all numbers, of lemmas, guesses and cells

    def check(self, data, tree=None):  # return a line for each proved claim; `tree` is a file to compare with its tree
        if data[:2] == b"\x1f\x8b":
            unpacker = zlib.decompressobj(31)
            data = unpacker.decompress(data, MOST_BYTES + 1)
            need(unpacker.eof and not unpacker.unused_data, "it is damaged, too large, or more than one file")
        end = data.find(b"\nproof\n") + len("\nproof\n")
        text, body = data[:end].decode(), data[end:]
        header = re.fullmatch(HEADER, text)
        need(header and len(data) <= MOST_BYTES, "its header is wrong, or it is too large")
        need(not re.search("[\0-\x09\x0b-\x1f\x7f-\x9f]", text), "the header holds control characters")
        self.total = np.count_nonzero(np.frombuffer(body, np.uint8) < 128)
        self.numbers = re.finditer(b"[\x80-\xff]{0,8}[\x00-\x7f]|.", body, re.DOTALL)
        *head, digest, claims = header.groups()
        self.set_up(*head)
        need(tree is None or sha256(tree[tree.find(b"\xa6labels") : -41]).hexdigest() == digest, "about another tree")
        self.nodes = self.read_tree(tree) if tree is not None else None
        self.endless = {}  # the lemmas of the last claim with the prices 1, 2, 3, ...
        self.found_with = [0] * DEEPEST  # the weight of what guess 1, 2, ... of the tree finds
        if digest != "-":
            self.play(self.all, 0, 0)
        lines = [self.check_claim(*claim.split(" ")[1:], digest != "-") for claim in claims[:-1].split("\n")]
        need(next(self.numbers, None) is None, "something is left over")
        done = f"{self.lemmas} lemmas, {self.looked} guesses looked into, {self.ranked} cells ranked"
        lines.append(f"tree {digest}; {self.size} guesses, {len(self.all)} secrets; {done}")
        how = "guess by guess" if self.nodes else "by its SHA-256 only, for want of the module msgpack"
        return lines + [f"the tree in it was compared with TREE {how}"] * (tree is not None)

    def set_up(self, name, rule, guesses, secrets, rows, weights, pool, first):  # takes over the header
        self.name, self.rule, self.symbols, self.names_last = name, rule, "", rule == "identify"
        rows = [row.split(" ") for row in re.findall("row (.+)\n", rows or "")]
        if rule:
            kind, is_marks = re.fullmatch("(words|table):[0-9a-f]{64}", name), rule == "marks"
            need(kind and is_marks == (kind[1] == "words") == bool(guesses) == (not rows), "there is no such game")
            self.name = f"the {'lists' if is_marks else 'table'} called {name!r}" + ", to identify" * self.names_last
            lists = guesses.split(" ") if guesses else [row[0] for row in rows], secrets.split(" ")
            need(len(lists[0]) * len(lists[1]) <= MOST_ENTRIES, "too large a game")
            need(all(len(set(words)) == len(words) and all(words) for words in lists), "a word twice, or none")
        self.guesses, self.secrets = lists if rule else self.make_codes(name)
        self.size, self.places = len(self.guesses), len(self.secrets[0])
        self.index = [{word: i for i, word in enumerate(words)} for words in (self.guesses, self.secrets)]
        self.winner = np.array([self.index[0].get(secret, self.size) for secret in self.secrets])  # or none
        self.table = self.read_rows(rows) if rows else self.compare_words()
        self.kinds = max(int(self.table.max()), self.winning) + 1  # feedbacks are below this
        self.exchange = lru_cache(None)(self.exchange)
        self.all = np.arange(len(self.table), dtype=np.uint16 if len(self.table) <= 2**16 else np.uint32)
        self.is_pool_all, self.is_weighted = pool == "all", weights is not None
        need(not self.is_weighted or weights.count(" ") + 1 == len(self.all), "not one weight for each secret")
        self.weights = np.array(list(map(whole, weights.split(" "))) if self.is_weighted else [1] * len(self.all))
        self.weight = sum(self.weights.tolist())
        need(self.weights.min() >= 1 and self.weight < WEIGHTS_BELOW, "a weight of 0, or too large weights")
        self.first = None if first == "-" else self.index[0].get(first, self.size)
        cells = [] if self.first in (None, self.size) else np.unique(self.table[:, self.first])
        is_telling = first == "-" or (len(cells) > 1 and not (self.names_last and self.winning in cells))
        need(is_telling, "the first guess is no guess, or a name, or makes a single cell")
        self.also = ", weighted" * self.is_weighted + ", guesses: candidates only" * (not self.is_pool_all)
        self.also += f", first guess {first}" * (first != "-")
        used = np.unique(self.table)  # masks have bits of up to 64 feedbacks, one for that of each pair
        word = np.min_scalar_type(2 ** min(len(used), 64) - 1)
        is_small = len(used) <= 64 and word.itemsize * self.table.size <= 2**29
        self.masks = (1 << np.searchsorted(used, np.arange(self.kinds)).astype(word))[self.table] if is_small else None

    def compare_words(self):
        need({*map(len, self.guesses + self.secrets)} in [{n} for n in range(1, 9)], "words of wrong lengths")
        digit, one = 3 ** np.arange(self.places)[::-1], np.ones(self.places, np.int64)
        worths = {"marks": (2 * digit, digit), "match": (one, 0 * one)}  # what places that are right, or near, add
        of_right, of_near = worths.get(self.rule, (one * (self.places + 1), one))
        self.winning = int(of_right.sum())
        guesses, secrets = (np.array(x).view("<u4").reshape(len(x), -1) for x in (self.guesses, self.secrets))
        table = np.empty((len(secrets), self.size), np.min_scalar_type(self.winning))
        for row, secret in zip(table, secrets, strict=True):
            right = guesses.T == secret[:, None]
            free = ~right  # the places of guesses that are neither right nor near
            for symbol, is_right in zip(secret, right, strict=True):
                is_open = ~is_right  # whether this symbol of the secret has not yet made a place of the guess near
                for place, is_free in zip(guesses.T, free, strict=True):
                    is_near = is_open & is_free & (place == symbol)
                    is_free ^= is_near
                    is_open ^= is_near
            near = np.isin(guesses.T, secret) & ~right if self.rule == "each" else ~right & ~free
            row[:] = of_right @ right + of_near @ near
        return table

    def make_codes(self, name):
        found = re.fullmatch(CODE_GAME, name, re.ASCII)
        need(found and 2 <= int(found[3]) <= len(SYMBOLS), "there is no such game")
        family, places, count, suffixes = found[1], int(found[2]), int(found[3]), found[4].split("-")[1:]
        self.symbols, is_counted = read_symbols(count, found[5]), family in ("bulls", "mastermind")
        is_each, is_matches, is_nozero = (suffix in suffixes for suffix in ("each", "matches", "nozero"))
        need(len(set(suffixes)) == len(suffixes), "a suffix twice")
        need(is_each + is_matches <= is_counted, "a suffix of other games")
        need(self.symbols[0] == "0" or not is_nozero, "there is no symbol 0")
        self.rule = "each" if is_each else "matches" if is_matches else family
        may_secrets_repeat = family != "bulls" and "distinct" not in suffixes
        kinds = may_secrets_repeat or "any" in suffixes, may_secrets_repeat  # whether symbols repeat: guesses, secrets
        counts = [count ** (places - 1) if repeats else perm(count - 1, places - 1) for repeats in kinds]
        need(0 < counts[0] * counts[1] * (count - is_nozero) ** 2 <= MOST_ENTRIES, "no secrets, or too large a game")
        made = [product(self.symbols, repeat=places) if x else permutations(self.symbols, places) for x in kinds]
        return [["".join(word) for word in words if not (is_nozero and word[0] == "0")] for words in made]

    def read_rows(self, rows):  # the answers to each guess have numbers from 1, and 0 wins
        self.winning, self.number_of = 0, {}
        table = np.empty((len(self.secrets), self.size), np.uint16)
        for column, (guess, *answers) in zip(table.T, rows, strict=True):
            need(all(answers) and len(answers) == len(self.secrets), "not one answer of each secret")
            numbers = self.number_of[guess] = {}
            pairs = zip(self.secrets, answers, strict=True)
            row = [0 if one == guess else numbers.setdefault(answer, len(numbers) + 1) for one, answer in pairs]
            need(len(numbers) < 3**8 - 1, "too many answers to a guess")
            column[:] = row
        return table

    def code_of(self, label, guess):  # the feedback of a label in a tree file
        if self.rule in ("identify", "win"):
            return self.number_of[guess][label]
        base = {"marks": 3, "match": 10}.get(self.rule, self.places + 1)
        return int(label, base) - int(label[0]) * (self.rule == "matches")

    def exchange(self, number):  # the images of guesses and secrets: two neighbours, places or symbols, change places
        order, at = [*range(self.places), *self.symbols], number + (number > self.places - 2)
        order[at : at + 2] = order[at + 1], order[at]
        moved, names = itemgetter(*order[: self.places]), str.maketrans(self.symbols, "".join(order[self.places :]))
        images = ([at.get("".join(moved(word)).translate(names), -1) for word in at] for at in self.index)
        guesses, secrets = map(np.array, images)
        need(min(guesses.min(), secrets.min()) >= 0, "a symmetry that leads out of the game")
        # It maps no two feedbacks to one: an image would make fewer cells than its guess, which is the image's image.
        becomes, every = np.full((self.size, self.kinds), -1, np.int16), np.arange(self.size)
        for row, image in zip(self.table, secrets, strict=True):
            old, new = becomes[every, row], self.table[image, guesses]
            need(((old < 0) | (old == new)).all(), "no symmetry of the game")
            becomes[every, row] = new
        return guesses, secrets

    def read_tree(self, data):  # the guess and the children of each node of a tree file (trees/FORMAT.md)
        try:
            import msgpack  # only to compare trees

            file = msgpack.unpackb(data)
            width = "<u2" if len(file["labels"]) > 256 else "u1"
            fanout, feedback = (np.frombuffer(file[key], width).tolist() for key in ("fanout", "feedback"))
            words = np.frombuffer(file["guess"], f"S{len(file['guess']) // len(fanout)}").tolist()
            guesses, labels = [word.decode() for word in words], [file["labels"][index] for index in feedback]
            ends = zip(guesses, pairwise(accumulate(fanout, initial=1)), strict=True)
            return [(guess, {self.code_of(labels[i], guess): i for i in range(*some)}) for guess, some in ends]
        except ImportError:
            return None
        except (ValueError, LookupError, TypeError, ArithmeticError):
            raise ValueError("TREE is not a tree file of such a game") from None

    def number(self):  # the next number: seven bits in a byte, the low ones first
        found = next(self.numbers, [b"\x80"])[0]
        need(found[-1] < 128, "it ends too early, or a number has more than 9 bytes")
        self.read += 1
        if self.read % 200 == 0 and sys.stderr.isatty():
            print(f"{self.read / self.total:4.0%}", end="\r", file=sys.stderr, flush=True)
        return sum((byte & 127) << 7 * k for k, byte in enumerate(found))

    def play(self, candidates, made, node):  # a subtree after `made` guesses, which is that of a node of the tree file
        guess = self.number()
        need(made < DEEPEST and guess < self.size, "the tree is too deep, or there is no such guess")
        answers = self.table[candidates, guess]
        is_forced = made == 0 and self.first is not None
        is_allowed = guess == self.first if is_forced else self.is_pool_all or self.winning in answers
        is_allowed &= len(candidates) == 1 or not (self.names_last and self.winning in answers)
        need(is_allowed, "a guess of the tree that is not allowed")
        self.found_with[made] += int(self.weights[candidates[answers == self.winning]].sum())
        feedbacks = np.unique(answers[answers != self.winning]).tolist()
        word, children = self.nodes[node] if self.nodes else (self.guesses[guess], dict.fromkeys(feedbacks))
        need(word == self.guesses[guess] and children.keys() == set(feedbacks), "its tree is not that of TREE")
        for feedback in feedbacks:
            self.play(candidates[answers == feedback], made + 1, children[feedback])

    def check_claim(self, price_text, bound, has_tree):  # follow the proof of a claim, and return its text
        is_endless = price_text == "1,2,3,..."
        need(price_text.count(",") < MOST_PRICES, "too many prices")
        endless = range(1 - self.names_last, len(self.all) + DEEPEST + 2)  # with identify, a name alone costs 0
        self.prices = endless if is_endless else (*[0] * self.names_last, *map(whole, price_text.split(",")))
        need(list(self.prices) == sorted(self.prices), "prices that fall")
        highest = len(self.all) if is_endless else max(1, self.prices[-1])
        need(highest * self.weight < BELOW, "prices that are too high")
        has_price = has_tree and not any(self.found_with[len(self.prices) :])
        cost = sum(map(mul, self.found_with, self.prices)) if has_price else INFINITY
        least = INFINITY if bound == "never" else whole(bound)
        need(cost >= least, f"the tree costs only {cost}")
        self.deeper, self.proved, self.stored = int(not is_endless), {}, 0
        self.endless = self.proved if is_endless else self.endless
        self.lasting = self.endless if all(a < b for a, b in pairwise(self.prices)) else {}  # they hold at every depth
        self.set_bound = lru_cache(2**13 if self.is_weighted else 2**17)(self.find_set_bound)
        self.own = lru_cache(2**15 if self.is_weighted else 2**19)(self.find_own)
        self.lemma(self.all, 0, least - (self.prices[0] * self.weight if least < INFINITY else 0))
        claim = "exists" if bound == "never" else f"costs less than {bound}"
        found = f", and the tree in it costs {cost}{': it is optimal' * (cost == least)}" * (cost < INFINITY)
        return f"CHECKED {self.name}: no tree {claim} (prices {price_text}{self.also}){found}"

    def lemma(self, candidates, depth, least, nested=1):  # reads the proof that they cost at least `least`
        self.lemmas, self.stored = self.lemmas + 1, self.stored + len(candidates)
        need(nested <= DEEPEST and self.stored <= MOST_STORED, "lemmas are nested too deep, or too many")
        count, is_symmetric = divmod(self.number(), 2)
        generators = self.number() if is_symmetric else -1
        guesses = self.lowest_of_orbits(candidates, generators) if generators > 0 else np.arange(self.size)
        if generators == 0:  # an image of the candidates has a lemma
            image = np.sort(self.read_map()[1][candidates]).astype(candidates.dtype).tobytes()
            need(count == 0 and self.proved_bound(depth, image) >= max(1, least), "no such lemma of an image")
        for _ in range(count):
            guess, feedback, bound = self.number(), self.number(), self.number()
            need(guess < self.size and feedback != self.winning, "no such guess, or its winning cell")
            need(bound < BELOW, "the bound of a lemma is too large")
            cell = candidates[self.table[candidates, guess] == feedback]
            need(0 < len(cell) < len(candidates), "a cell with none or all of the candidates")
            self.lemma(cell, depth + self.deeper, bound or INFINITY, nested + 1)
        if not self.is_pool_all:
            guesses = np.intersect1d(guesses, self.winner[candidates])
        if self.names_last and len(candidates) > 1:
            guesses = np.setdiff1d(guesses, self.winner[candidates])
        if nested == 1 and self.first is not None:
            guesses = np.array([self.first])
        if depth < len(self.prices) and generators != 0:
            self.close(candidates, depth, least, guesses)
        if nested > 1 and least > self.proved_bound(depth, cell := candidates.tobytes()):
            self.proved[depth, cell] = least

    def proved_bound(self, depth, cell):  # the bound of a lemma about a cell, given as bytes, or 0
        return max(self.proved.get((depth, cell), 0), self.lasting.get((0, cell), 0))

    def read_map(self):  # a symmetry, one exchange after the other: the images of guesses and secrets
        numbers, end = [self.number() for _ in range(self.number())], self.places + len(self.symbols) - 2
        need(self.symbols and not self.is_weighted, "symmetries in a word list, or with weights")
        need(len(numbers) <= MOST_EXCHANGES and max(numbers, default=-1) < end, "no such exchange, or too many")
        itself = np.arange(self.size), np.arange(len(self.all))
        return reduce(lambda images, by: (by[0][images[0]], by[1][images[1]]), map(self.exchange, numbers), itself)

    def lowest_of_orbits(self, candidates, count):  # read symmetries that keep them; the lowest guess of each orbit
        maps, lowest = [self.read_map() for _ in range(count)], np.arange(self.size)
        is_kept = all((np.sort(secrets[candidates]) == candidates).all() for _, secrets in maps)
        need(is_kept and count <= MOST_GENERATORS, "a symmetry does not keep the candidates, or there are too many")
        while any((lowest[image] < lowest).any() for image, _ in maps):
            lowest = np.minimum.reduce([lowest, *(lowest[image] for image, _ in maps)])
        return np.unique(lowest)

    def ranks(self, candidates):  # how many cells each guess makes, and the most that one makes: plain, able
        if self.masks is not None:
            made = np.bitwise_count(np.bitwise_or.reduce(self.masks[candidates], axis=0))
        else:
            blocks = np.array_split(np.arange(self.size), 1 + len(candidates) * self.size // BLOCK)
            answers = (np.sort(self.table[candidates[:, None], block], axis=0, kind="stable") for block in blocks)
            made = np.concatenate([1 + np.count_nonzero(np.diff(cells, axis=0), axis=0) for cells in answers])
        made = np.append(made, made.dtype.type(0))  # the index of the winner may be beyond the guesses
        plain, winners = made.copy(), self.winner[candidates]
        plain[winners] = 0
        return made, int(plain.max()) if self.is_pool_all else 0, int(made[winners].max())

    def tail(self, candidates):  # their weight without the 0, 1, 2, ... heaviest ones
        if not self.is_weighted:
            return range(len(candidates), -1, -1)
        return tuple(accumulate(sorted(self.weights[candidates].tolist()), initial=0))[::-1]

    def bound(self, depth, tail, cells, wins, plain, able):  # the least cost of a guess with these cells and wins
        size, left = len(tail) - 1, len(self.prices) - depth
        if left <= 0 or size == 1 or cells < 2:
            return 0 if size == 1 and left > 0 else INFINITY
        cost, found, reach = 0, wins, 1  # i guesses find at most `found`, and at most `reach` of any part
        for i in range(1, min(left, size + 1)):
            if found >= size:
                break
            cost += (self.prices[depth + i] - self.prices[depth + i - 1]) * tail[found]
            found = wins + (min(cells, size) - wins) * reach
            reach = min(size, max(plain * reach, 1 + (able - 1) * reach if able else 0))
        return cost if found >= size else INFINITY

    def find_set_bound(self, depth, tail, plain, able):  # a lower bound by these ranks, or higher ones
        return min(self.bound(depth, tail, *own, plain, able) for own in ((plain, 0), (able, 1))[: 2 - self.names_last])

    def find_own(self, depth, cell):  # the bound by counting for a cell, given as bytes
        self.ranked += 1
        candidates = np.frombuffer(cell, self.all.dtype)
        return self.set_bound(depth, self.tail(candidates), *self.ranks(candidates)[1:])

    def close(self, candidates, depth, least, guesses):  # see that each of the guesses costs at least `least`
        made, plain, able = self.ranks(candidates)
        tail, deeper = self.tail(candidates), depth + self.deeper
        found = np.zeros(self.size + 1, np.int64)  # the weight of the candidate for which a guess wins
        found[self.winner[candidates]] = self.weights[candidates]
        ranks, which = np.unique(2 * made[guesses] + (found[guesses] > 0), return_inverse=True)
        bounds = [self.bound(depth, tail, *divmod(rank, 2), plain, able) for rank in ranks.tolist()]
        guesses = guesses[np.array(bounds, np.int64)[which] < least]
        caps = max(plain, able - 1) if self.is_pool_all else 0, able  # most cells, by the ranks of the set
        step = self.prices[depth + 1] - self.prices[depth] if depth + 1 < len(self.prices) else 0
        light = int(self.weights.min())
        for some in np.array_split(guesses, 1 + len(guesses) * (len(candidates) + self.kinds) // BLOCK):
            answers, shift = self.table[candidates[:, None], some], self.kinds * np.arange(len(some))
            sizes = np.bincount((answers + shift).ravel(), minlength=len(some) * self.kinds).reshape(-1, self.kinds)
            tails = (range(n * light, -1, -light) for n in range(1, 1 + sizes.max(initial=0)))
            floors = np.array([0, *(self.set_bound(deeper, every, *caps) for every in tails)])[sizes]
            floors[:, self.winning] = 0
            missing = least - step * (tail[0] - found[some]) - floors.sum(axis=1)
            still = np.flatnonzero(missing > 0)
            flat = candidates[np.argsort(answers[:, still].T, axis=1, kind="stable")]
            for i, cells in zip(still.tolist(), flat, strict=True):
                rest = self.look(deeper, cells.tobytes(), sizes[i].tolist(), floors[i].tolist(), int(missing[i]))
                need(rest <= 0, f"guess {some[i]} may cost {rest} less than {least}")

    def look(self, depth, flat, sizes, floors, missing):  # the cost still missing with the bounds of single cells
        self.looked += 1
        width, cells = self.all.itemsize, []
        for feedback, (size, end, floor) in enumerate(zip(sizes, accumulate(sizes), floors, strict=True)):
            if size and feedback != self.winning:
                cell = flat[(end - size) * width : end * width]
                proved = max(floor, self.proved_bound(depth, cell))
                missing -= proved - floor
                cells.append((size, cell, proved))
        for size, cell, proved in sorted(cells, reverse=True):
            if size > 1 and missing > 0:
                missing -= max(0, self.own(depth, cell) - proved)
        return missing


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    files, tree, status = sys.argv[1:], None, 0
    try:
        if "--tree" in files[:-1]:
            with open(files.pop(files.index("--tree") + 1), "rb") as file:
                tree = file.read(MOST_BYTES)
            files.remove("--tree")
        if not files or any(name[:1] == "-" and name != "-" for name in files):
            raise OSError("usage: check_certificate.py FILE... [--tree TREE]")
        for name in files:
            checker = Checker()
            try:
                with open(0 if name == "-" else name, "rb") as file:
                    lines = checker.check(file.read(2 * MOST_BYTES), tree)
            except (ValueError, MemoryError, zlib.error) as error:
                lines, status = [f"REJECTED: {str(error) or 'no memory'} (number {checker.read} of {checker.total})"], 1
            print(*(f"{name}: {line}" for line in lines), sep="\n", flush=True)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}" if error.strerror else error, file=sys.stderr)
        status = 2
    sys.exit(status)
