"""Slitherlink."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import IGNORED, Parts

PARTS = Parts(number="clue", unknown=IGNORED, edge="line")

JANKO = Janko()
