"""The exceptions a user of treegen meets; the tree of them is drawn in `player.errors`, which defines them.

They live below the player because treegen may import player and never the other way round.
"""

from player.errors import BadInput, GaveUp, GuesstreeError, ImpossibleFeedback, NoSuchTree, TreeFormatError

__all__ = ["BadInput", "GaveUp", "GuesstreeError", "ImpossibleFeedback", "NoSuchTree", "TreeFormatError"]
