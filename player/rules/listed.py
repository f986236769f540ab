"""The games whose names begin with `words:`, `table:` or `number-`."""

from __future__ import annotations

from player.rules.lists import ListRules, read_number, read_words


def read_listed(name: str) -> ListRules:
    """Return the game of such a name. Raises BadInput for a wrong one."""
    if name[:6].lower() == "table:":
        from player.rules.table_files import read_table  # only here: the others do not need its modules

        return read_table(name[6:])
    return read_words(name[6:]) if name[5] == ":" else read_number(name, name[7:].lower())
