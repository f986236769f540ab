"""Trees in other forms: import from other notations, and export as source code, text and pages.

May import `treegen.insight` and the packages that it may import.
"""
