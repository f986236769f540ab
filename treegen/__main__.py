"""`python -m treegen` is the command `treegen`."""

from treegen.cli import main

if __name__ == "__main__":
    main()
