"""Games as feedback tables.  The families of games each have a module, which fills the table."""
