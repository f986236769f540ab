"""Conversations with judges: their protocols as rows, the conversation without I/O, the referee and its processes.

May import: `player.tree`, `player.rules`, `player.errors`.
"""
