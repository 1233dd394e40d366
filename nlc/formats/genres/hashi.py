"""Hashi."""

from nlc.formats.parts import Parts

PARTS = Parts(number="clue", unknown="island", line="one", double="two")
