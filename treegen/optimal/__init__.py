"""Optimal trees: solve() and its objectives, many searches at once on processes or a cluster, and build().

May import: `treegen.greedy`, `treegen.games`, `treegen.native`.
"""
