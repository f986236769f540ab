"""What a tree claims to minimise: the prices, the bound and the proof that go with each objective.

The table of trees/FORMAT.md in code.  `treegen.optimal.solver` writes these claims and no others.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.tree.columns import Columns

__all__ = ["OBJECTIVES", "check_claims"]

# What a tree may say that it minimises; "" is a tree of a strategy, "price" one of a price list.
OBJECTIVES = ("", "total", "worst", "fewest-at-max", "identify", "price")


def check_claims(fields: Columns) -> None:
    """Raise ValueError unless objective, prices, depths, bound and proof agree with each other and with the tree."""
    depth, prices, bound, cost = len(fields.histogram), fields.prices, fields.bound, fields.cost
    if fields.objective not in OBJECTIVES:
        raise ValueError(f"the objective {fields.objective[:40]!r} is not one that guesstree knows")
    if fields.max_depth is not None and depth > fields.max_depth:
        raise ValueError(f"its depth is {depth}, but at most {fields.max_depth} was allowed")
    if cost is None:
        if prices or fields.proved or bound is not None:
            raise ValueError("it has prices, a bound or a proof, but no objective")
        return
    if fields.objective == "identify" and (prices or fields.weights or fields.pool not in ("", "all")):
        raise ValueError("identify has no prices and no weights, and takes all guesses")
    if prices and len(prices) < depth:
        raise ValueError(f"its depth is {depth}, but only {len(prices)} have a price")
    if not _may_have_prices(fields):
        raise ValueError(f"the prices {','.join(map(str, prices[:8])) or 1}... are not those of {fields.objective}")
    if not -(1 << 63) <= cost < 1 << 63:
        raise ValueError("its cost does not fit 64 bits")
    if bound is not None and bound > cost:
        raise ValueError(f"its cost is {cost}, less than the bound {bound} that it claims")
    if fields.proved and bound != cost:
        raise ValueError(f"it is called optimal, but its cost {cost} is not its bound {bound}")


def _may_have_prices(fields: Columns) -> bool:
    """Whether the objective can have these prices; none stands for 1, 2, 3, ... without end."""
    prices, most = fields.prices, fields.max_depth
    depth, last = len(fields.histogram), len(prices)
    # Where the method is not known, neither is the depth that was allowed.
    is_last = last == most or (most is None and not fields.method)
    is_total = not prices or (is_last and prices == tuple(range(1, last + 1)))
    limit = most or depth
    is_fewest = prices == (*range(1, limit), limit + sum(fields.histogram) * limit)
    return {
        "total": is_total,
        "worst": prices == tuple(range(1, depth + 1)) if fields.proved else is_total,
        "fewest-at-max": is_fewest if fields.proved or most is not None else is_total,
        "identify": not prices,
        "price": 0 < last <= (most or last),
    }[fields.objective]
