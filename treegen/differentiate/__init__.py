"""Differentiating games: read a graph, prepare it, and play with the judge or as the judge."""
