"""Numberlink."""

from nlc.formats.parts import Parts

PARTS = Parts(number="label", line="line")
