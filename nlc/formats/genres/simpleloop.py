"""Simple Loop."""

from nlc.formats.parts import Parts

PARTS = Parts(blocked="blocked", line="line")
