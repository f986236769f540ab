"""Certificates: files that prove a lower bound of the cost of trees, and can be checked by independent programs."""
