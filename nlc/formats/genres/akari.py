"""Akari: a block without a number is a clue whose number is not told."""

from nlc.formats.parts import Parts

PARTS = Parts(number="clue", unknown="block", shaded="lamp")
