"""Yajilin."""

from nlc.formats.parts import Parts

PARTS = Parts(number="clue", arrow="arrow", blocked="grey", line="line", shaded="dark")
