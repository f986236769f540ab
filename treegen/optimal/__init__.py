"""Optimal trees: objectives as price lists, the exact search and its proof, checkpoints, clusters; and build().

May import: `treegen.greedy`, `treegen.games`, `treegen.native`.
"""
