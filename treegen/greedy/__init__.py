"""Greedy trees: one-step strategies, their scores, and the builder that guarantees a depth.

May import: `treegen.games`, `treegen.native`; not `treegen.optimal`, whose `build` passes it a solver of cells.
"""
