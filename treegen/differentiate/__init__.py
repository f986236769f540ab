"""Differentiating games: read a graph, prepare it, and speak with the judge or be one."""
