"""Shikaku."""

from nlc.formats.parts import Parts

PARTS = Parts(number="size", unknown="area", region="owner")
