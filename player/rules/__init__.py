"""The games in plain Python: their names, what may be asked, how a guess is answered, and how both are written.

Nothing here knows trees, judges or people.  May import: `player.errors`.
"""
