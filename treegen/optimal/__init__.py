"""Optimal trees: solve() and its objectives, many searches at once on processes or a cluster, and build()."""
