"""A tree as text in other forms: JSON, one line per secret, source code."""
