"""Masyu."""

from nlc.formats.parts import Parts

PARTS = Parts(circle=("pearl", "w", "b"), line="line")
