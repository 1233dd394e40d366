"""LITS."""

from nlc.formats.parts import Parts

PARTS = Parts(room="room", shaded="dark")
