"""Export of trees as JSON, as text with one line per secret, as source code, and as a page."""
