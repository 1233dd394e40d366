"""Hitori."""

from nlc.formats.parts import Parts

PARTS = Parts(number="num", shaded="dark")
