"""Runs the command line: ``python -m nlc``."""

import sys

from nlc.cli import main

sys.exit(main())
