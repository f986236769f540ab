"""Greedy trees: one-step strategies, their scores, and the builder that guarantees a depth."""
