"""Trees in other forms: those that others wrote, and ours as source code, text and pages.

May import: `treegen.insight` and what lies below it.
"""
