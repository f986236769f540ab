"""`python -m player` is the command `player`."""

import sys

from player.cli import main

if __name__ == "__main__":
    sys.exit(main())
