"""Questions beyond one tree for one secret: several boards, answers that lie, questions put at once, and game values.

Nothing but the command line and the public names of `treegen` imports it.
"""
