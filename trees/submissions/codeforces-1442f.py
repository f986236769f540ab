# Codeforces 1442F, Differentiating Games.  Made by guesstree: treegen differentiate --to python
# Licence: 0BSD. Use it anywhere, for anything; no notice needed.
#
# A few question vertices, in reverse topological order, become a complete graph: their nim-values are 0, 1, 2, ...
# Every other vertex gets a loop, so that its value is infinite, and a different set K of question vertices that it has
# edges to.  A question is one vertex, of value g, say.  A secret with value g answers Lose, and with another finite
# value Win; an infinite one answers Win if g is in K, otherwise Draw.  So each question is asked at most once.
#
# Of the sets K that differ from the present edges in the fewest places, one of the first N is always unused.  With 20
# question vertices and N = 1000, they differ in at most 3 places, and the changes are at most 190 + 980 + 3 * 980 =
# 4110.  Fewer question vertices are tried first.
import sys
from itertools import combinations, islice

MAX_CHANGES, MAX_QUESTIONS = 4242, 20


def read_graph():
    """The vertices before and after each vertex, and the number of games."""
    n, m, games = map(int, sys.stdin.readline().split())
    after = [set() for _ in range(n)]
    before = [[] for _ in range(n)]
    for _ in range(m):
        start, end = map(int, sys.stdin.readline().split())
        after[start - 1].add(end - 1)
        before[end - 1].append(start - 1)
    return after, before, games


def sort_vertices(after, before):
    """The vertices in an order in which each stands after all that it has edges to."""
    waiting = [len(ends) for ends in after]
    order = [vertex for vertex, count in enumerate(waiting) if not count]
    for vertex in order:
        for start in sorted(before[vertex]):
            waiting[start] -= 1
            if not waiting[start]:
                order.append(start)
    return order


def prepare(after, order, count):
    """The changes for so many question vertices, and for each the secrets that answer Win, as bits; or None."""
    n, asked = len(order), order[:count]
    changes = []
    win = [sum(1 << other for other in asked if other != vertex) for vertex in asked]
    for high, start in enumerate(asked):
        changes += ["+ %d %d" % (start + 1, end + 1) for end in asked[:high] if end not in after[start]]
    alike = {}  # the other vertices, by their edges to question vertices
    for vertex in reversed(order[count:]):
        changes.append("+ %d %d" % (vertex + 1, vertex + 1))
        present = sum(1 << bit for bit, end in enumerate(asked) if end in after[vertex])
        alike.setdefault(present, []).append(vertex)
    subsets = (
        flips
        for size in range(count + 1)
        for flips in sorted(sum(1 << bit for bit in chosen) for chosen in combinations(range(count), size))
    )
    used = set()
    for flips in islice(subsets, n):
        if not alike or len(changes) > MAX_CHANGES:
            break
        for present in sorted(alike):
            signature = present ^ flips
            if signature in used:
                continue
            used.add(signature)
            vertex = alike[present].pop()
            if not alike[present]:
                del alike[present]
            for bit in range(count):
                if signature >> bit & 1:
                    win[bit] |= 1 << vertex
                if flips >> bit & 1:
                    changes.append("%s %d %d" % ("-+"[signature >> bit & 1], vertex + 1, asked[bit] + 1))
    return None if alike or len(changes) > MAX_CHANGES else (changes, win)


def main():
    after, before, games = read_graph()
    order = sort_vertices(after, before)
    n = len(order)
    count = 0
    while (1 << count) + count < n:
        count += 1
    plan = prepare(after, order, count)
    while plan is None and count < min(n, MAX_QUESTIONS):
        count += 1
        plan = prepare(after, order, count)
    changes, win = plan
    sys.stdout.write("\n".join([str(len(changes))] + changes) + "\n")
    sys.stdout.flush()

    def largest(question, left):
        """How many secrets the most frequent answer leaves."""
        draw = left & ~(win[question] | 1 << order[question])
        return max(bin(left & win[question]).count("1"), bin(draw).count("1"))

    best = {}  # the question for each set of secrets that are left, as bits
    for _ in range(games):
        left = (1 << n) - 1
        while left & (left - 1):
            if left not in best:
                best[left] = min(range(count), key=lambda question: largest(question, left))
            question = best[left]
            sys.stdout.write("? 1 %d\n" % (order[question] + 1))
            sys.stdout.flush()
            answer = sys.stdin.readline().strip()
            own = 1 << order[question]
            if answer == "Win":
                left &= win[question]
            elif answer == "Draw":
                left &= ~(win[question] | own)
            elif answer == "Lose":
                left &= own
            else:
                return
        if not left:
            return
        sys.stdout.write("! %d\n" % left.bit_length())
        sys.stdout.flush()
        if sys.stdin.readline().strip() != "Correct":
            return


main()
