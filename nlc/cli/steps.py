"""``nlc steps``: the whole way to the solution, step by step."""

from __future__ import annotations

from nlc.cli import hint
from nlc.cli.hint import run as run

EPILOG = """\
examples:
  nlc steps puzzle.nl                            each step, with its reason
  nlc steps puzzle.nl drawn.json                 from what is drawn
  nlc steps puzzle.nl -o way.pdf                 a sheet with a picture of each step; .html, .svg

exit status, the most serious of all puzzles: 0 steps, or all is drawn; 3 a limit was reached
first; 1 what is drawn is wrong, or there is no solution
"""


ARGUMENTS = hint.ARGUMENTS.replace(hint.STAGE, "")
