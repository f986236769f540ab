"""The type of the fixtures that call or run a command; tests/twins has it, too, for imports at run time."""

from twins import Call

__all__ = ["Call"]
