"""`python -m topstats` is the command `topstats`."""

import sys

from topstats.cli import main

if __name__ == "__main__":
    sys.exit(main())
