"""Slitherlink."""

from nlc.formats.parts import IGNORED, Parts

PARTS = Parts(number="clue", unknown=IGNORED, edge="line")
