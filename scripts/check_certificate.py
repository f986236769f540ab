"""Checks certificates of guessing games: python3 check_certificate.py FILE... [--tree TREE], "-" being standard input.

A certificate claims that no decision tree of a game costs less than a bound.  Trusted are only this file, Python and
numpy: feedbacks are computed here, the tree is played with every secret, the proof is followed step by step.  It is
made of lemmas inside each other: "to find one of these candidates, `depth` guesses having been made, costs at least
`least`", beyond the price of the next guess.  A lemma holds if each allowed guess costs that much, by one of these:
  rank   counting, from how many cells it makes, and how many any guess makes of the candidates;
  sizes  the sum over its cells, each by counting, from its size, and how many cells any guess makes of the candidates;
  cells  the same sum, where a cell may cost more by a lemma proved before, or by how many cells any guess makes of it;
  image  a guess of lower number, which costs the same by a symmetry that keeps the candidates.
Counting: if no guess makes more than c cells of a set or of its parts, at most 1, c, c*c, ... candidates are found with
guess 1, 2, 3, ...  A guess that leaves all in one cell is never needed, as prices never fall.  The line `caps` plays no
part: counting in larger sets never proves more than in the cell itself.
"""

import hashlib
import re
import sys
import zlib
from functools import lru_cache
from itertools import accumulate, product

import numpy as np

INFINITY = 2**48  # the cost of what no tree can do; any other is less than 2**47
LARGEST, ROOM = 2**28, 2**31  # bytes of a file, packed or not, and of the lemmas that are remembered
DEEPEST, BLOCK = 250, 2**22  # guesses on a path, or lemmas inside each other; pairs (candidate, guess) taken at a time
CODE = r"(bulls|mastermind|match|marks)-([1-8])x([1-9][0-9]?)((?:-(?:any|distinct|each|matches|nozero))*)(=[^\W_]+)?"
HEADER = (
    "guesstree certificate 1\ngame (.+)\n(?:rule (marks)\nguesses (.+)\nsecrets (.+)\n)?"
    "(?:weights (W(?: W)*+)\n)?pool (all|candidates)\nfirst ([^ \n]+)\ncaps (?:classes|whole)\ntree ([0-9a-f]{64}|-)\n"
    "((?:claim (?:1,2,3,[.]{3}|(?:0|W)(?:,(?:0|W)){0,999}) (?:never|0|W)\n){1,999})proof\n"
).replace("W", "[1-9][0-9]{0,14}")


def need(condition, why):
    if not condition:
        raise ValueError(why)


def read_game(name, rule, guesses, secrets):  # the rule, the symbols of codes, the guesses, the secrets
    if rule:
        need(":" in name and len(guesses + secrets) < 2**24, "a bad name, or too long")
        guesses, secrets = guesses.split(" "), secrets.split(" ")
        need(len({*guesses}) + len({*secrets}) == len(guesses + secrets), "a word twice")
        need({*map(len, guesses + secrets)} in [{n} for n in range(1, 9)], "words of wrong or different lengths")
        return rule, "", guesses, secrets
    need(found := re.fullmatch(CODE, name, re.ASCII), "there is no such game")
    family, places, count, ends = found[1], int(found[2]), int(found[3]), found[4].split("-")[1:]
    symbols = sorted(found[5][1:]) if found[5] else "0123456789" if count == 10 else "123456789"[:count]
    need(2 <= count == len(symbols) == len(set(symbols)) and count**places <= 2**20, "wrong symbols, or too many codes")
    rule = family if family in ("match", "marks") else "each" if "each" in ends else "cows"
    need(len({*ends}) == len(ends) and len({"each", "matches"} & {*ends}) <= (rule in ("cows", "each")), "bad suffixes")
    need("nozero" not in ends or symbols[0] == "0", "there is no symbol 0")
    every = [code for code in map("".join, product(symbols, repeat=places)) if code[0] >= symbols["nozero" in ends]]
    secrets = [code for code in every if len(set(code)) == places or (family != "bulls" and "distinct" not in ends)]
    return rule, symbols, every if "any" in ends else secrets, secrets


def feedbacks(rule, guesses, secret):  # of every guess to one secret; guesses are columns, the secret is one, too
    right = guesses == secret
    bulls, marks = right.sum(axis=0), 2 * right
    for x in np.unique(secret):
        spare = ((secret == x) & ~right).sum(axis=0)  # how often x stands in the secret, but not there in the guess
        for mark, symbol in zip(marks, guesses, strict=True):
            marked = (mark == 0) & (symbol == x) & (spare > 0)
            mark += marked
            spare -= marked
    if rule == "marks":
        return 3 ** np.arange(len(secret))[::-1] @ marks
    cows = np.isin(guesses, secret) & ~right if rule == "each" else marks == 1
    return bulls if rule == "match" else bulls * (len(secret) + 1) + cows.sum(axis=0)


class Checker:
    """The game of a certificate, with table[secret, guess] of feedbacks, its tree, and what is proved of it."""

    read = total = lemmas = looked = ranked = 0  # numbers read, of so many; lemmas, guesses and cells looked into

    def set_up(self, name, rule, guesses, secrets, weights, pool, first):  # reads the header
        rule, self.symbols, guesses, secrets = read_game(name, rule, guesses, secrets)
        self.size, count = len(guesses), len(secrets)
        need(0 < self.size * count <= 2**30, "there are no secrets, or too many")
        self.all, places = np.arange(count, dtype=np.uint16 if count <= 2**16 else np.uint32), len(secrets[0])
        self.guesses, self.secrets = ({word: i for i, word in enumerate(words)} for words in (guesses, secrets))
        self.own = np.array([self.guesses.get(secret, self.size) for secret in secrets])  # the guess that wins, if any
        self.is_weighted, self.is_pool_all = weights is not None, pool == "all"
        need(not self.is_weighted or weights.count(" ") == count - 1, "not one weight for each secret")
        self.weights = np.array(list(map(int, weights.split(" "))) if weights else [1] * count)
        self.orders = [list(range(places)), list(range(len(self.symbols)))]
        self.win = {"match": places, "marks": 3**places - 1}.get(rule, places * (places + 1))
        self.kinds = max(self.win, 2) + 1
        self.table, is_used = np.empty((count, self.size), np.min_scalar_type(self.kinds)), np.zeros(self.kinds, int)
        guesses, secrets = (np.array([list(map(ord, word)) for word in words]) for words in (guesses, secrets))
        for row, secret in zip(self.table, secrets, strict=True):
            row[:] = feedbacks(rule, guesses.T, secret[:, None])
            is_used[row] = 1
        word = np.min_scalar_type(2 ** int(is_used.sum()) - 1)  # of masks, with a bit for each feedback
        is_small = word.kind == "u" and word.itemsize * self.table.size <= 2**29
        self.masks = (1 << (is_used.cumsum() - is_used).astype(word))[self.table] if is_small else None
        self.first = None if first == "-" else self.guesses.get(first, self.size)
        need(first == "-" or len(np.unique(self.table[:, self.first : self.first + 1])) > 1, "a useless first guess")

    def image(self, places, names):  # where guesses and secrets go if place i takes what is at places[i], renamed
        need([sorted(places), sorted(names)] == self.orders, "no permutation")
        new, moved = {old: self.symbols[name] for old, name in zip(self.symbols, names, strict=True)}, []
        for words in self.guesses, self.secrets:
            moved.append(np.array([words.get("".join([new[code[i]] for i in places]), -1) for code in words]))
            need(moved[-1].min() >= 0, "a symmetry that leads to no code")
        pairs = list(zip(self.table, moved[1], strict=True))
        if not all((self.table[image, moved[0]] == row).all() for row, image in pairs):
            every, renamed = np.arange(self.size), np.full((self.size, self.kinds), -1, np.int16)
            for row, image in pairs:  # for each guess, feedbacks may get other names, but always the same
                old, new = renamed[every, row], self.table[image, moved[0]]
                need(((old < 0) | (old == new)).all(), "no symmetry of the game")
                renamed[every, row] = new  # no two become one, as they would never come back
        return moved

    def number(self):  # the next one: seven bits in a byte, the low ones first
        found = next(self.numbers, [b"\x80"])[0]
        need(found[-1] < 128, "it ends too early, or a number has more than nine bytes")
        self.read += 1
        return sum((byte & 127) << 7 * k for k, byte in enumerate(found))

    def play(self, candidates, counts, k=0):  # plays a subtree; adds to counts[k] the weight of what guess k + 1 finds
        guess = self.number()
        need(k < DEEPEST and guess < self.size, "the tree is too deep, or there is no such guess")
        told = self.table[candidates, guess]
        is_forced = k == 0 and self.first is not None
        need(guess == self.first if is_forced else self.is_pool_all or self.win in told, "a guess that is not allowed")
        counts[k] += int(self.weights[candidates][told == self.win].sum())
        for feedback in np.unique(told[told != self.win]):
            self.play(candidates[told == feedback], counts, k + 1)

    def rank(self, candidates):  # how many cells each guess makes, and caps of that for the parts of the candidates
        if self.masks is not None:
            made = np.bitwise_count(np.bitwise_or.reduce(self.masks[candidates], axis=0))
        else:
            blocks = np.array_split(np.arange(self.size), 1 + len(candidates) * self.size // BLOCK)
            told = (np.sort(self.table[candidates[:, None], block], axis=0, kind="stable") for block in blocks)
            made = np.concatenate([1 + np.count_nonzero(np.diff(cells, axis=0), axis=0) for cells in told])
        own, plain = self.own[candidates], made.copy()
        plain[own[own < self.size]] = 0
        able = int(made[own[own < self.size]].max(initial=0))  # of guesses in the part; a candidate that is not in it
        return made, max(int(plain.max()), able - 1) if self.is_pool_all else 0, able  # lacks the cell where it wins

    def tail(self, candidates):  # what they weigh without the 0, 1, 2, ... heaviest
        if not self.is_weighted:
            return range(len(candidates), -1, -1)
        return tuple(accumulate(sorted(self.weights[candidates].tolist()), initial=0))[::-1]

    def guess_bound(self, depth, tail, cells, wins, plain, able):
        # What a guess costs that makes so many cells, where guesses make at most so many of a part: `plain` if they are
        # not in it, `able` if they are.  Then i guesses find at most `reach` candidates in a cell, and `found` in all.
        size, left = len(tail) - 1, len(self.prices) - depth
        if size <= 1 or cells < 2:
            return 0 if size <= 1 <= left else INFINITY
        cost, found, reach, i = 0, wins, 1, 1
        while found < size and i < left and i <= size:
            cost += (self.prices[depth + i] - self.prices[depth + i - 1]) * tail[found]
            found = wins + (cells - wins) * reach
            reach = min(size, max(plain * reach, 1 + (able - 1) * reach if able else 0))
            i += 1
        return cost if found >= size else INFINITY

    def set_bound(self, depth, tail, plain, able):  # what the best guess costs
        return min(self.guess_bound(depth, tail, cap, wins, plain, able) for wins, cap in enumerate((plain, able)))

    def cell_bound(self, depth, cell):  # the same of a cell, by how many cells guesses make of it
        self.ranked += 1
        cell = np.frombuffer(cell, self.all.dtype)
        return self.set_bound(depth, self.tail(cell), *self.rank(cell)[1:])

    def lemma(self, candidates, depth, least, nested=1):  # reads the proof that they cost at least `least`
        need(nested <= DEEPEST and self.room > 0, "lemmas are nested too deep, or too many to remember")
        self.lemmas, self.room = self.lemmas + 1, self.room - candidates.nbytes
        count, is_symmetric = divmod(self.number(), 2)
        guesses = self.lowest_images(candidates) if is_symmetric else np.arange(self.size)
        for _ in range(count):
            guess, feedback, bound = self.number(), self.number(), self.number()
            need(guess < self.size and feedback != self.win, "no such guess, or the cell where it wins")
            cell = candidates[self.table[candidates, guess] == feedback]
            need(0 < len(cell) < len(candidates), "a cell with none or all of the candidates")
            self.lemma(cell, depth + self.deeper, min(bound or INFINITY, INFINITY), nested + 1)
        guesses = guesses if self.is_pool_all else np.intersect1d(guesses, self.own[candidates])
        self.close(candidates, depth, least, guesses if nested > 1 or self.first is None else np.array([self.first]))
        key = depth, candidates.tobytes()
        self.known[key] = max(self.known.get(key, 0), least)

    def lowest_images(self, candidates):  # reads symmetries that keep the candidates; the lowest guess of each orbit
        images, label, count = [], np.arange(self.size), self.number()
        need(self.symbols and not self.is_weighted and count <= 100, "symmetries where there are none, or too many")
        for _ in range(count):
            guesses, secrets = self.image(*(tuple(self.number() for _ in order) for order in self.orders))
            need((np.sort(secrets[candidates]) == candidates).all(), "a symmetry does not keep the candidates")
            images.append(guesses)
        while any((label[image] < label).any() for image in images):
            for image in images:
                label = np.minimum(label, label[image])
        return np.unique(label)

    def close(self, candidates, depth, least, guesses):  # sees that each of the guesses costs at least `least`
        (made, *caps), tail, deeper = self.rank(candidates), self.tail(candidates), depth + self.deeper
        won, light = np.zeros(self.size + 1, np.int64), int(self.weights.min())
        won[self.own[candidates]] = self.weights[candidates]
        ranks, which = np.unique(2 * made[guesses] + (won[guesses] > 0), return_inverse=True)
        bounds = [self.guess_bound(depth, tail, *divmod(rank, 2), *caps) for rank in ranks.tolist()]
        guesses = guesses[np.array(bounds, np.int64)[which] < least]
        by_size = [self.set_bound(deeper, range(n * light, -1, -light), *caps) for n in range(1, len(tail))]
        step = self.prices[depth + 1] - self.prices[depth] if depth + 1 < len(self.prices) else 0  # cells cost INFINITY
        for some in np.array_split(guesses, 1 + len(guesses) * (len(tail) + self.kinds) // BLOCK):
            told, shift = self.table[candidates[:, None], some], self.kinds * np.arange(len(some))
            sizes = np.bincount((told + shift).ravel(), minlength=len(some) * self.kinds).reshape(-1, self.kinds)
            floors = np.array([0, *by_size])[sizes]
            floors[:, self.win] = 0
            short = least - step * (tail[0] - won[some]) - floors.sum(axis=1)
            still = np.flatnonzero(short > 0)
            flat = candidates[np.argsort(told[:, still].T, axis=1, kind="stable")]
            for i, cells in zip(still.tolist(), flat, strict=True):
                rest = self.look(deeper, cells.tobytes(), sizes[i].tolist(), floors[i].tolist(), int(short[i]))
                need(rest <= 0, f"guess {some[i]} may cost {rest} less than {least}")

    def look(self, depth, flat, sizes, floors, short):  # what is missing with lemmas and ranks of the cells in `flat`
        self.looked += 1
        ends, width, cells = accumulate(sizes), self.all.itemsize, []
        for size, end, floor in zip(sizes, ends, floors, strict=True):
            if size > 1:
                cell = flat[(end - size) * width : end * width]
                known = max(floor, self.known.get((depth, cell), 0))
                short -= known - floor
                cells.append((size, cell, known))
        for _, cell, known in sorted(cells, reverse=True):
            short -= max(0, self.cell_bound(depth, cell) - known) if short > 0 else 0
        return short

    def check(self, data, digest):  # the lines that tell what a certificate proves
        if data[:2] == b"\x1f\x8b":
            unpacker = zlib.decompressobj(31)
            data = unpacker.decompress(data, LARGEST + 1)
            need(unpacker.eof and not unpacker.unused_data, "damaged, too large, or more than one file")
        end = data.find(b"\nproof\n") + 7
        text, body = data[:end].decode("utf-8", "surrogateescape"), data[end:]
        need(len(data) <= LARGEST and (found := re.fullmatch(HEADER, text)), "it is too large, or its header is wrong")
        need(text.replace("\n", "").isprintable(), "the header holds what cannot be printed")
        *head, tree, claims = found.groups()
        need(digest in (None, tree), "it is about another tree")
        self.total = np.count_nonzero(np.frombuffer(body, np.uint8) < 128)
        self.numbers = re.finditer(b"[\x80-\xff]{0,8}[\x00-\x7f]|.", body, re.DOTALL)
        self.set_up(*head)
        name = head[0] if self.symbols else f"the lists called {head[0]!r}"
        also = ", weighted" * self.is_weighted + ", guesses: candidates only" * (not self.is_pool_all)
        also += f", first guess {head[6]}" * (self.first is not None)
        counts, lines, weight = [0] * DEEPEST, [], sum(self.weights.tolist())
        if tree != "-":
            self.play(self.all, counts)
        for _, said, bound in map(str.split, claims.splitlines()):
            is_endless = "..." in said
            prices = range(1, len(self.all) + DEEPEST + 2) if is_endless else tuple(map(int, said.split(",")))
            need(list(prices) == sorted(prices) and max(1, prices[-1]) * weight < 2**47, "prices fall, or are too high")
            cost = INFINITY if tree == "-" or any(counts[len(prices) :]) else sum(map(int.__mul__, counts, prices))
            least = INFINITY if bound == "never" else min(int(bound), INFINITY)
            need(cost >= least, f"the tree costs only {cost}")
            self.prices, self.deeper, self.known, self.room = prices, int(not is_endless), {}, ROOM
            for part, most in ("guess_bound", 2**17), ("set_bound", 2**17), ("cell_bound", 2**19), ("image", 2**10):
                setattr(self, part, lru_cache(most >> 4 * self.is_weighted)(getattr(Checker, part).__get__(self)))
            self.lemma(self.all, 0, least - prices[0] * weight * (least < INFINITY))
            claim = "exists" if bound == "never" else f"costs less than {bound}"
            found = f", and the tree in it costs {cost}{': it is optimal' * (cost == least)}" * (cost < INFINITY)
            lines.append(f"CHECKED {name}: no tree {claim} (prices {said}{also}){found}")
        need(next(self.numbers, None) is None, "something is left over")
        counts = f"{self.lemmas} lemmas, {self.looked} guesses looked into, {self.ranked} cells ranked"
        return [*lines, f"tree {tree}; {self.size} guesses, {len(self.all)} secrets; {counts}"]


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    files, digest, status = sys.argv[1:], None, 0
    try:
        if "--tree" in files[:-1]:
            with open(files.pop(files.index("--tree") + 1), "rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            files.remove("--tree")
        if not files or any(name[:1] == "-" and name != "-" for name in files):
            raise OSError("usage: check_certificate.py FILE... [--tree TREE]")
        for name in files:
            with open(0 if name == "-" else name, "rb") as file:
                data = file.read(LARGEST + 1)
            checker = Checker()
            try:
                lines = checker.check(data, digest)
            except (ValueError, MemoryError, zlib.error) as error:
                lines, status = [f"REJECTED: {str(error) or 'no memory'} (number {checker.read} of {checker.total})"], 1
            print(*(f"{name}: {line}" for line in lines), sep="\n", flush=True)
    except OSError as error:
        print(error, file=sys.stderr)
        status = 2
    sys.exit(status)
