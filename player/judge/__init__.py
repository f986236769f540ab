"""Conversations with judges: their protocols as rows, the conversation without I/O, the referee and its processes."""
