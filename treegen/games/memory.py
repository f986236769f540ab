"""The available memory and CPUs, sizes in bytes as text, and checks of memory and of numbers such as `threads`."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from player.errors import BadInput, require
from player.rules import names
from player.rules.feedback import MAX_NARROW
from player.rules.numbers import is_decimal


def available_cpus() -> int:
    """Return the number of CPUs that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def available_memory() -> int:
    """Return the bytes of memory that are available on this machine and allowed to this process."""
    free = 4 << 30
    with suppress(OSError, ValueError, AttributeError):
        free = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    with suppress(OSError, ValueError, IndexError):
        free = int(Path("/proc/meminfo").read_text().partition("MemAvailable:")[2].split()[0]) << 10
    return min(free, address_space())


def address_space() -> int:
    """Return the number of bytes that this process may still map under its limit (ulimit -v); 2**62 without a limit."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit != resource.RLIM_INFINITY:
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            return max(0, limit - pages * os.sysconf("SC_PAGE_SIZE"))
    return 1 << 62


MOST_UNCHECKED_GUESSES = 1 << 20  # The memory for the table of a game with more guesses is always checked.
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}

# These are the least values of the arguments.
_LEAST = dict.fromkeys(("exact_below", "memory", "seconds", "threads", "time_limit"), 0)
_LEAST |= dict.fromkeys(("count", "levels", "limit", "max_depth", "seeds", "top"), 1)
_UNIT_OF = {"memory": "bytes", "seconds": "seconds", "time_limit": "seconds"}


def check_options(**options: float | None) -> None:
    """Raise BadInput if a number is too small, and TypeError if a value is not a number; None is always valid.

    >>> check_options(threads=0, memory=None)
    >>> check_options(threads=-1)
    Traceback (most recent call last):
    player.errors.BadInput: threads must be at least 0, not -1
    """
    for name, value in options.items():
        what = f"a number of {_UNIT_OF[name]}" if name in _UNIT_OF else "a whole number"
        try:
            is_good = value is None or value >= _LEAST[name]  # false for NaN, too
        except TypeError:
            raise TypeError(f"{name} takes {what}, not {type(value).__name__}") from None
        require(is_good, f"{name} must be at least {_LEAST[name]}, not {value}")


def read_size(text: str) -> int:
    """Return the bytes of a size such as 512M.  Raises BadInput if the text is not a size.

    >>> read_size("512M"), read_size("1.5GiB"), read_size("4096")
    (536870912, 1610612736, 4096)
    """
    compact = text.strip().lower().removesuffix("b").removesuffix("i")
    number, unit = (compact[:-1].rstrip(" "), compact[-1]) if compact[-1:] in _UNITS and compact[-1:] else (compact, "")
    size = float(number) * _UNITS[unit] if is_decimal(number) else 0
    require(1 <= size < 1 << 60, f"{text[:40]!r} is not a size; write one as 512M or 2G")
    return int(size)


def show_size(size: int) -> str:
    """Return a number of bytes as text, such as `512 MiB`."""
    for unit in ("bytes", "KiB", "MiB"):
        if size < 1024:
            return f"{size:.0f} {unit}"
        size /= 1024  # type: ignore[assignment]
    return f"{size:.1f} GiB"


def check_memory(rules: names.AnyRules, memory: int) -> None:
    """Raise BadInput if the table of a game would need more than `memory` bytes."""
    size = rules.guess_count * rules.secret_count * (1 if len(rules.labels) <= MAX_NARROW else 2)
    if size > memory:
        advice = "raise the limit (ulimit -v) or " if address_space() < 1 << 62 else "raise --memory or "
        advice = advice * (size <= available_memory()) + "use a smaller game"
        raise BadInput(
            f"{rules.name}: its table of {rules.guess_count} guesses × {rules.secret_count} secrets takes "
            f"{show_size(size)}, and {show_size(memory)} are allowed; {advice}"
        )
